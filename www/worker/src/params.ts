/** Query strings as parameters of operations. */
import { HttpError } from "./errors.js";

/** Parameters of an operation. */
export type Params = Record<string, unknown>;

/**
 * The parameters in `query`: a value is JSON, or text as it is; a name that is repeated or ends in `[]` is a
 * list. Whether they fit is the engine's to say.
 */
export function queryParams(query: URLSearchParams, besides: readonly string[] = []): Params {
  const params: Params = {};
  for (const key of new Set(query.keys())) {
    if (besides.includes(key)) continue;
    const values = query.getAll(key).map(value);
    const name = key.replace(/\[\]$/, "");
    Object.defineProperty(params, name, { value: name !== key || values.length > 1 ? values : values[0], enumerable: true });
  }
  return params;
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

function value(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}
