/** Trees that are walked folder by folder: a file system, a directory handle. */
import { Walker, type HostDrop } from "../../engine/waymark_wasm.js";
import type { Gate, SourceFile } from "./source.js";

/** What a folder holds. */
export interface Entry {
  readonly name: string;
  /** What it is, or why it is left out. */
  readonly kind: "file" | "directory" | HostDrop;
  /** Opens a directory; the opener is kept with the folder so that no path is looked up twice. */
  readonly folder?: Folder;
  /** The size of a file. */
  size?(): number | Promise<number>;
  /** The bytes of a file. */
  read?(): Uint8Array | Promise<Uint8Array>;
}

/** Lists a folder. */
export type Folder = () => Entry[] | Promise<Entry[]>;

/** Git's private ignore file; its folder is never walked. */
const GIT_EXCLUDE = [".git", "info", "exclude"];

/** The files below `root` that `gate` lets through, in an order that depends on their names alone. */
export async function* walked(root: Folder, gate: Gate): AsyncGenerator<SourceFile> {
  const open: { path: string; folder: Folder }[] = [{ path: "", folder: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path: directory, folder } = next;
    const entries = await list(folder, directory, gate);
    if (!gate.enter(directory, entries.map((entry) => entry.name))) continue;
    const at = (name: string) => (directory ? `${directory}/${name}` : name);
    if (!directory) await readGitExclude(entries, gate);
    for (const entry of entries) {
      if (entry.read && Walker.isIgnoreFile(at(entry.name))) await readIgnoreFile(at(entry.name), entry, gate);
    }
    for (const entry of entries) {
      const path = at(entry.name);
      if (entry.kind === "directory") {
        if (entry.folder && gate.opens(path)) open.push({ path, folder: entry.folder });
      } else if (entry.kind === "file") {
        const file = await readFile(path, entry, gate);
        if (file) yield file;
      } else if (gate.walker.skipFile(path, 0) === undefined) {
        gate.note(entry.kind, path);
      }
    }
  }
}

async function list(folder: Folder, path: string, gate: Gate): Promise<Entry[]> {
  try {
    const entries = await folder();
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Without its root there is no tree.
    if (!path) throw error;
    gate.note("unreadable", path);
    return [];
  }
}

async function readFile(path: string, entry: Entry, gate: Gate): Promise<SourceFile | undefined> {
  try {
    if (!entry.size || !entry.read || !gate.reads(path, await entry.size())) return undefined;
    return { path, bytes: await entry.read() };
  } catch (error) {
    return unreadable(error, path, gate);
  }
}

async function readIgnoreFile(path: string, entry: Entry, gate: Gate): Promise<void> {
  try {
    if (entry.read) gate.walker.addIgnoreFile(path, await entry.read());
  } catch (error) {
    unreadable(error, path, gate);
  }
}

async function readGitExclude(root: readonly Entry[], gate: Gate): Promise<void> {
  let entries: readonly Entry[] = root;
  for (const [depth, name] of GIT_EXCLUDE.entries()) {
    const entry = entries.find((candidate) => candidate.name === name);
    if (!entry) return;
    if (depth === GIT_EXCLUDE.length - 1) return readIgnoreFile(GIT_EXCLUDE.join("/"), entry, gate);
    entries = entry.folder ? await list(entry.folder, name, gate) : [];
  }
}

/** A file that cannot be read is counted; an error of the engine is not about the file. */
function unreadable(error: unknown, path: string, gate: Gate): undefined {
  if (error instanceof WebAssembly.RuntimeError) throw error;
  gate.note("unreadable", path);
  return undefined;
}
