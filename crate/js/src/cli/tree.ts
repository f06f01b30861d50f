/** A tree that a server keeps: indexed when it is first asked, and kept up with its directory. */
import { statSync } from "node:fs";
import type { Settings } from "../../engine/waymark_wasm.js";
import { Fresh, Waymark, WaymarkError, type IncrementalReindex, type Index, type ReindexReport } from "../entry/node.js";
import { WatchedTree } from "./watched-tree.js";

/** Makes the index of a tree. */
export type Open = () => Promise<Index>;

/** A tree. */
export class Tree {
  readonly #name: string;
  readonly #open: Open;
  readonly #watched: WatchedTree | undefined;
  #opening: Promise<Fresh> | undefined;
  #looking: Promise<void> | undefined;

  /** The tree at `path`, if it is in the file system: only a directory there is watched. */
  constructor(name: string, open: Open, path?: string, settings: Settings = {}) {
    this.#name = name;
    this.#open = open;
    this.#watched = path !== undefined && statSync(path).isDirectory() ? new WatchedTree(path, settings) : undefined;
  }

  /** The answer to an operation, once what changed is taken in. */
  async ask(operation: string, params: Record<string, unknown>): Promise<object> {
    try {
      const fresh = await this.#fresh();
      await (this.#looking ??= this.#look(fresh).finally(() => (this.#looking = undefined)));
      const { answer, refreshedFiles, refreshFailure } = await fresh.ask((index) => index.ask(operation, params));
      const told = (await answer) as object;
      return {
        ...told,
        ...(refreshedFiles || "refreshedFiles" in told ? { refreshedFiles } : {}),
        ...(refreshFailure === undefined ? {} : { refreshFailure }),
      };
    } catch (error) {
      this.#forgetDead(error);
      throw error;
    }
  }

  /** Takes changes in that its directory may not have yet; they stand until the file changes there. */
  async reindex(changes: IncrementalReindex): Promise<ReindexReport> {
    const { index } = await this.#fresh();
    return index.incrementalReindex(changes);
  }

  /** Gives its memory back. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.index.close();
  }

  #fresh(): Promise<Fresh> {
    this.#opening ??= this.#start().catch((error: unknown) => {
      // What failed may not fail again.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #start(): Promise<Fresh> {
    await Waymark.load();
    // Before the files are read: what changes meanwhile is seen as a change.
    await this.#watched?.changes();
    const index = await this.#open();
    index.describe(this.#name, new Date().toISOString());
    return new Fresh(index, (path) => this.#watched?.read(path) ?? null);
  }

  /** Marks what changed; a file that was only touched did not. */
  async #look(fresh: Fresh): Promise<void> {
    const changed = (await this.#watched?.changes()) ?? [];
    fresh.markDirty(changed.filter((path) => !equal(fresh.index.bytes(path), this.#watched?.read(path))));
  }

  /** The engine was restarted, and the index is gone. */
  #forgetDead(error: unknown): void {
    if (error instanceof WaymarkError && ["engine-trap", "closed"].includes(error.code)) this.#opening = undefined;
  }
}

function equal(a: Uint8Array | undefined, b: Uint8Array | null | undefined): boolean {
  return a !== undefined && b !== undefined && b !== null && Buffer.compare(a, b) === 0;
}
