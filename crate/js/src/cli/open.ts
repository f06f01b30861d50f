/** The index that a command asks: of a tree, or from a snapshot. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Waymark, WaymarkError, type Index, type Settings } from "../entry/node.js";
import { isArchive } from "../sources/archive.js";
import type { Arguments, OptionRow } from "./arguments.js";
import { remark } from "./output.js";
import { progressBar } from "./progress.js";
import { UsageError } from "./usage.js";

/** Options that choose what of a tree is indexed. */
const TREE_OPTIONS: readonly OptionRow[] = [
  ["--exclude <pattern>", "leave out what matches, in gitignore syntax; may be repeated"],
  ["--language <name>", "index only this language; may be repeated"],
  ["--read-as <pattern=language>", "read what matches, in gitignore syntax, as this language; may be repeated"],
  ["--no-gitignore", "read what .gitignore files leave out"],
  ["--no-default-skips", "read node_modules, target and the like"],
  ["--no-vectors", "make no vectors: searches use words alone"],
];

/** Options of every command that opens a tree or a snapshot. */
export const OPEN_OPTIONS: readonly OptionRow[] = [
  ...TREE_OPTIONS,
  ["--scip <file>", "lay a compiler-grade index over it, as scip-typescript and others write it"],
  ["--scip-root <folder>", "the folder of the tree that the paths of the SCIP index start from"],
  ["--quiet", "say nothing on the way"],
];

/** The index of the tree or snapshot at `path`, with a SCIP index over it where one is named. */
export async function openIndex(path: string | undefined, given: Arguments): Promise<Index> {
  const [scip, root] = [given.text("scip"), given.text("scip-root")];
  if (root !== undefined && scip === undefined) throw new UsageError("--scip-root means nothing without --scip");
  const bytes = scip === undefined ? undefined : readInput(scip);
  const index = await openPlain(path, given);
  if (bytes) await lay(index, bytes, root);
  return index;
}

/** A damaged SCIP index is told, and names decide; one that is not there, empty or of another tree is an error. */
async function lay(index: Index, scip: Uint8Array, root: string | undefined): Promise<void> {
  try {
    await index.overlayScip(scip, root === undefined ? {} : { root });
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.code !== "invalid-scip") {
      index.close();
      throw error;
    }
    remark(`${error.message}: names decide without it`);
  }
}

async function openPlain(path: string | undefined, given: Arguments): Promise<Index> {
  if (path === undefined) throw new UsageError("name a directory, an archive or a snapshot");
  given.finish();
  return openAt(path, given);
}

/** The same, where several are opened. */
export async function openAt(path: string, given: Arguments): Promise<Index> {
  const snapshot = readSnapshot(path);
  if (snapshot) {
    refuseTreeOptions(given);
    return Waymark.open(snapshot);
  }
  const quiet = given.has("quiet");
  const progress = progressBar();
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    return await Waymark.index(path, readSettings(given), { signal: stop.signal, ...(quiet ? {} : { onProgress: progress.show }) });
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}

/** The bytes of the file at `path`, or of standard input for `-`. */
export function readInput(path: string): Uint8Array {
  return readFileSync(path === "-" ? 0 : existing(path));
}

/** What every snapshot starts with. */
const MAGIC = "WAYMARK";

function readSnapshot(path: string): Uint8Array | undefined {
  if (statSync(existing(path)).isDirectory()) return undefined;
  const bytes = readFileSync(path);
  if (String.fromCharCode(...bytes.subarray(0, MAGIC.length)) === MAGIC) return bytes;
  if (isArchive(bytes)) return undefined;
  const what = bytes.length ? "neither an archive (zip, tar, tar.gz) nor a snapshot" : "empty";
  throw new WaymarkError("invalid-archive", `${path} is ${what}`);
}

/** Writes what was told to `index` into the snapshot at `path` that it came from; a tree keeps nothing. */
export function keepSnapshot(path: string, index: Index): void {
  if (readSnapshot(path)) writeFileSync(path, index.snapshot());
}

/** `path`, if there is something. */
export function existing(path: string): string {
  if (!existsSync(path)) throw new WaymarkError("not-found", `there is nothing at ${path}`);
  return path;
}

function refuseTreeOptions(given: Arguments): void {
  for (const [option] of TREE_OPTIONS) {
    const [name = ""] = option.slice(2).split(" ");
    if (given.has(name)) throw new UsageError(`--${name} means nothing for a snapshot: its tree is indexed already`);
  }
}

/** What of a tree is indexed. */
export function readSettings(given: Arguments): Settings {
  return {
    exclude: [...given.texts("exclude")],
    languages: [...given.texts("language")],
    languageOverrides: given.texts("read-as").map(override),
    respectGitignore: !given.has("no-gitignore"),
    defaultSkips: !given.has("no-default-skips"),
    embed: !given.has("no-vectors"),
  };
}

/** Pattern and language of `*.inc=php`. */
function override(text: string): [string, string] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--read-as wants a pattern and a language, *.inc=php, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
