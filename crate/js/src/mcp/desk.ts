/** What a server of MCP answers from. */
import type { Progress } from "../index.js";
import type { Offer } from "./tools.js";

/** A question, or a build. */
export interface Call {
  /** The name of the operation. */
  readonly operation: string;
  /** Its parameters, by their names in JavaScript. */
  readonly params: Record<string, unknown>;
  /** Which tree is meant, where several are loaded. */
  readonly root: string | undefined;
  /** Stops a build. */
  readonly signal: AbortSignal;
  /** Hears how far a build is. */
  readonly onProgress: (progress: Progress) => void;
}

/** Trees, however a host keeps them. */
export interface Desk {
  /** Which operations are offered; the fifteen tools by default. */
  readonly offer?: Offer;
  /** Whether trees are indexed and changed here. */
  readonly mayBuild: boolean;
  /** Whether there may be several trees, so that a question says which one it is about. */
  readonly severalRoots: boolean;
  /** What a reader of the instructions is told of this host. */
  readonly note?: string;
  /** Answers by plain data, or throws. */
  ask(call: Call): Promise<unknown>;
}
