/** Query strings as parameters of operations. */
import { operations, valueOf, type Parameter } from "waymark";
import { HttpError } from "./errors.js";

/** Parameters of an operation. */
export type Params = Record<string, unknown>;

/** What the operation called `name` takes. */
export function parametersOf(name: string): readonly Parameter[] {
  return operations.find((operation) => operation.name === name)?.parameters ?? [];
}

/**
 * The parameters in `query`: a value is text where that is what the parameter is, JSON elsewhere; a name that
 * is repeated or ends in `[]` is a list. Whether they fit is the engine's to say.
 */
export function queryParams(query: URLSearchParams, parameters: readonly Parameter[], besides: readonly string[] = []): Params {
  const params: Params = {};
  for (const key of new Set(query.keys())) {
    if (besides.includes(key)) continue;
    const name = key.replace(/\[\]$/, "");
    const read = valueOf(parameters.find((parameter) => parameter.name === name), query.getAll(key));
    Object.defineProperty(params, name, { value: name === key ? read : [read].flat(), enumerable: true });
  }
  return params;
}

/** Fails if `query` holds a name that is none of `names`. */
export function onlyOf(query: URLSearchParams, names: readonly string[]): void {
  const odd = [...query.keys()].find((key) => !names.includes(key));
  if (odd !== undefined) throw new HttpError("invalid-argument", `there is no \`${odd}\`; there are ${names.join(", ")}`);
}

/** The value of `name`, which has to be there. */
export function required(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text) return text;
  throw new HttpError("invalid-argument", `the parameter ${name} is missing`);
}

/** The value of `name` as a number from 1 to `most`. */
export function count(query: URLSearchParams, name: string, most: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
  throw new HttpError("invalid-argument", `${name} is a number from 1 to ${most}`);
}
