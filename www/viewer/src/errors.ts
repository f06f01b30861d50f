/** Errors with stable codes, on both sides of the worker. */
import type { Failure } from "./types.js";

/** An error with a stable code. */
export class CodedError extends Error {
  readonly code: string;

  constructor({ code, message }: Failure) {
    super(message);
    this.name = "CodedError";
    this.code = code;
  }
}

/** What went wrong, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  return { code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
}

/** The browser's own errors have names instead: `NotReadableError` becomes `not-readable`. */
function codeOf(error: unknown): string {
  if (error instanceof DOMException) return error.name.replace(/Error$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unexpected";
}
