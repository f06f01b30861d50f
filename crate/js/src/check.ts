/** Arguments of callers that no compiler has checked. */
import { invalid } from "./errors.js";

/** `value`, which `what` names, if it is an object. */
export function object<T>(value: T, what: string): T & object {
  return typeof value === "object" && value !== null ? value : invalid(`${what} has to be an object, not ${kindOf(value)}`);
}

/** `value`, which `what` names, if it is a string. */
export function text(value: string, what: string): string {
  return typeof value === "string" ? value : invalid(`${what} has to be a string, not ${kindOf(value)}`);
}

/** `value`, which `what` names, if it is a whole number from 1 on. */
export function count(value: number, what: string): number {
  return Number.isSafeInteger(value) && value > 0 ? value : invalid(`${what} has to be a whole number from 1 on, not ${typeof value === "number" ? value : kindOf(value)}`);
}

/** `value`, which `what` names, if it can be walked through. */
export function iterable<T>(value: Iterable<T>, what: string): Iterable<T> {
  const walks = typeof value === "object" && value !== null && Symbol.iterator in value;
  return walks ? value : invalid(`${what} has to be a list or a map, not ${kindOf(value)}`);
}

/** Whether `value` is a `Uint8Array`; by its tag, since it may be of another realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/** What `value` is, for a message. */
export function kindOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
