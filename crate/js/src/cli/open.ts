/** The index that a command asks: of a tree, or from a snapshot. */
import { readFileSync, statSync } from "node:fs";
import { Waymark, WaymarkError, type Index, type Settings } from "../entry/node.js";
import { isArchive } from "../sources/archive.js";
import type { Arguments } from "./arguments.js";
import { progressBar } from "./progress.js";
import { UsageError } from "./usage.js";

/** Options of every command that may index a tree. */
export const TREE_OPTIONS = [
  ["--exclude <pattern>", "leave out what matches, in gitignore syntax; may be repeated"],
  ["--language <name>", "index only this language; may be repeated"],
  ["--no-gitignore", "read what .gitignore files leave out"],
  ["--no-default-skips", "read node_modules, target and the like"],
  ["--no-vectors", "make no vectors: searches use words alone"],
  ["--quiet", "say nothing on the way"],
] as const;

/** The index of the tree or snapshot at `path`. */
export async function openIndex(path: string | undefined, given: Arguments): Promise<Index> {
  if (path === undefined) throw new UsageError("name a directory, an archive or a snapshot");
  const settings = readSettings(given);
  const quiet = given.has("quiet");
  given.finish();
  const snapshot = readSnapshot(path);
  if (snapshot) return Waymark.open(snapshot);
  const progress = progressBar();
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    return await Waymark.index(path, settings, { signal: stop.signal, ...(quiet ? {} : { onProgress: progress.show }) });
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}

/** A file that is no archive is a snapshot. */
function readSnapshot(path: string): Uint8Array | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new WaymarkError("not-found", `there is nothing at ${path}`);
  if (stat.isDirectory()) return undefined;
  const bytes = readFileSync(path);
  return isArchive(bytes) ? undefined : bytes;
}

function readSettings(given: Arguments): Settings {
  return {
    exclude: given.texts("exclude"),
    languages: given.texts("language"),
    respectGitignore: !given.has("no-gitignore"),
    defaultSkips: !given.has("no-default-skips"),
    embed: !given.has("no-vectors"),
  };
}
