/** Errors as answers: one table from codes to statuses. */
import { WaymarkError, type ErrorCode } from "waymark";

/** Codes of this worker, beside those of the engine. */
type WorkerCode = "ambiguous" | "busy" | "internal" | "method-not-allowed" | "unauthorized";

const statuses: Readonly<Partial<Record<ErrorCode | WorkerCode, number>>> = {
  "invalid-argument": 400,
  "invalid-archive": 400,
  unauthorized: 401,
  "not-found": 404,
  "method-not-allowed": 405,
  ambiguous: 409,
  // Written by another version: it has to be uploaded again.
  "snapshot-version": 409,
  "limit-exceeded": 413,
  cancelled: 499,
  busy: 503,
};

/** An error that is answered as it is. */
export class HttpError extends Error {
  constructor(
    readonly code: ErrorCode | WorkerCode,
    message: string,
    /** What else helps: suggestions, candidates. */
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The answer for whatever was thrown. What is no error of the engine or of a request is not told to strangers. */
export function errorResponse(error: unknown): Response {
  const { code, message, details, headers } = described(error);
  return Response.json({ code, message, ...details }, { status: statuses[code] ?? 500, headers });
}

/** What may be told of an error: what is neither of a request nor of the engine is a fault of this worker or of its storage. */
export function described(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof WaymarkError) return new HttpError(error.code, error.message);
  return new HttpError("internal", "something went wrong in this worker");
}
