/** Errors with stable codes. */
import type { Code } from "../engine/waymark_wasm.js";

/** What kind of error, for programs. */
export type ErrorCode =
  | Code
  /** A grammar could not be linked; what follows says why. */
  | `grammar-${string}`
  /** The index was closed, or replaced while it was being exported. */
  | "closed"
  /** The file system, or whoever reads the output, refused; what follows says why. */
  | "io-failed"
  /** A language model could not be asked, or did not answer. */
  | "model-failed"
  /** The engine failed; it was restarted, and the indexes it held are gone. */
  | "engine-trap";

/** Every error of this package: a stable `code` for programs, a sentence for people. */
export class WaymarkError extends Error {
  /** What kind of error. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "WaymarkError";
    this.code = code;
  }
}

/** Fails: an argument is not what it has to be. */
export function invalid(message: string): never {
  throw new WaymarkError("invalid-argument", message);
}

/** What `error` says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The error of `what`, a build by default, that `signal` stopped. */
export function cancelled(signal: AbortSignal | undefined, what = "build"): WaymarkError {
  return new WaymarkError("cancelled", `the ${what} was cancelled`, { cause: signal?.reason });
}
