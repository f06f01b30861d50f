/** A directory whose files may change while its index is asked. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Walker, type Settings } from "../../engine/waymark_wasm.js";
import { listTree } from "../build.js";
import { folder } from "../sources/node.js";
import { walked } from "../sources/walked.js";

/** Milliseconds within which a directory is not looked at again. */
const PAUSE = 1000;

/** Tells which files of a directory changed, by the rules that its index is built by. */
export class WatchedTree {
  readonly #root: string;
  readonly #settings: Settings;
  #stamps = new Map<string, string>();
  #looked = -Infinity;

  constructor(root: string, settings: Settings) {
    this.#root = root;
    this.#settings = settings;
  }

  /** Paths of files that are new, gone or of another size or time than before; none if it was looked a moment ago. */
  async changes(): Promise<string[]> {
    if (performance.now() - this.#looked < PAUSE) return [];
    const stamps = await this.#look();
    const before = this.#stamps;
    this.#stamps = stamps;
    this.#looked = performance.now();
    return [...new Set([...before.keys(), ...stamps.keys()])].filter((path) => before.get(path) !== stamps.get(path));
  }

  /** The file at `path`; `null` if there is none that would be indexed. */
  read(path: string): Uint8Array | null {
    return this.#stamps.has(path) ? readFileSync(join(this.#root, path)) : null;
  }

  async #look(): Promise<Map<string, string>> {
    const stamps = new Map<string, string>();
    const files = (gate: Parameters<typeof walked>[1]) => walked(folder(this.#root, stamp), gate);
    for await (const { path, bytes } of listTree({ files }, this.#settings)) stamps.set(path, String(bytes));
    return stamps;
  }
}

/** What a file is known by: nothing of it is read but rules about others. */
function stamp(path: string): Uint8Array {
  const name = basename(path);
  if (Walker.isIgnoreFile(name) || name === "exclude") return readFileSync(path);
  const { size, mtimeMs, ino } = statSync(path);
  return new TextEncoder().encode(`${size} ${mtimeMs} ${ino}`);
}
