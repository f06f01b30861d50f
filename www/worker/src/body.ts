/** Request bodies under a bound. */
import { HttpError } from "./errors.js";
import { MAX_PARAMETER_BYTES } from "./limits.js";

/** Bytes of a body that are read on and thrown away: who still sends would meet a closed connection, and not the answer. */
const DRAINED_BYTES = 4 << 20;

/** The bytes of `request`, counted as they arrive, whatever its headers say; an error beyond `limit`. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const most = limit + DRAINED_BYTES;
  if (Number(request.headers.get("content-length")) > most) throw tooLarge(limit);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length <= limit) parts.push(part);
    // Leaving the loop cancels the stream.
    if (length > most) break;
  }
  if (length > limit) throw tooLarge(limit);
  return joined(parts, length);
}

/** The JSON in `request`, of at most `limit` bytes. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  return parsed(new TextDecoder().decode(await readBody(request, limit)));
}

/** The JSON object in `request`; an empty one if there is no body. */
export async function readParameters(request: Request): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBody(request, MAX_PARAMETER_BYTES));
  if (!text.trim()) return {};
  const value = parsed(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new HttpError("invalid-argument", "the body is no JSON object");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HttpError("invalid-argument", `the body is no JSON: ${(error as Error).message}`);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(limit: number): HttpError {
  return new HttpError("limit-exceeded", `the body is larger than ${limit} bytes`);
}
