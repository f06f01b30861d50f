/** An index that keeps up with its tree: what changed is taken in before the next question is answered. */
import { WaymarkError, messageOf } from "./errors.js";
import type { Index } from "./index.js";
import type { ReindexReport } from "./tools.js";

/** Reads a file; `null` if it is gone. */
export type ReadFile = (path: string) => Promise<Uint8Array | string | null> | Uint8Array | string | null;

/** An answer, and what it rests on. */
export interface FreshAnswer<T> {
  readonly answer: T;
  /** Files that were taken in before answering. */
  readonly refreshedFiles: number;
  /** Why they could not be, so that the answer is of an older state; they stay marked. */
  readonly refreshFailure: string | undefined;
}

/** A refresh that took files in. */
export class UpdateEvent extends Event {
  /** What it changed. */
  readonly report: ReindexReport;

  constructor(report: ReindexReport) {
    super("update");
    this.report = report;
  }
}

/** Keeps an index fresh; dispatches an `update` event when files were taken in. */
export class Fresh extends EventTarget {
  readonly #index: Index;
  readonly #read: ReadFile;
  #refreshing: Promise<Refreshed> | undefined;

  /** `read` gives the content of the files that are marked as changed. */
  constructor(index: Index, read: ReadFile) {
    super();
    this.#index = index;
    this.#read = read;
  }

  /** The index, as it is now. */
  get index(): Index {
    return this.#index;
  }

  /** Says that files changed. Nothing is read before somebody asks. */
  markDirty(paths: Iterable<string>): void {
    this.#index.markDirty(paths);
  }

  /** Takes in what is marked. Callers at the same time wait for the same refresh. */
  async refresh(): Promise<Refreshed> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /** Refreshes, then answers; an answer is of one state of the tree. */
  async ask<T>(question: (index: Index) => T): Promise<FreshAnswer<T>> {
    const { files, failure } = await this.refresh();
    return { answer: question(this.#index), refreshedFiles: files, refreshFailure: failure };
  }

  async #refresh(): Promise<Refreshed> {
    const paths = this.#index.dirty();
    if (!paths.length) return { files: 0, failure: undefined };
    try {
      const read = async (path: string) => [path, await this.#read(path)] as const;
      const changedFiles = await Promise.all(paths.map(read));
      const report = await this.#index.incrementalReindex({ changedFiles });
      this.dispatchEvent(new UpdateEvent(report));
      return { files: report.evolution.changedFiles, failure: undefined };
    } catch (error) {
      if (error instanceof WaymarkError && error.code === "closed") throw error;
      const failure = messageOf(error);
      this.#index.markFailed(failure);
      return { files: 0, failure };
    }
  }
}

interface Refreshed {
  readonly files: number;
  readonly failure: string | undefined;
}
