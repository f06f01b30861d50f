/** A directory or an archive in Node's file system. */
import { readFileSync, readdirSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { WaymarkError, messageOf } from "../errors.js";
import { archive } from "./archive.js";
import type { Source } from "./source.js";
import { walked, type Entry, type Folder } from "./walked.js";

/** The tree at `path`: a directory, or a zip, tar or tar.gz file. */
export function fileTree(path: string): Source {
  try {
    return statSync(path).isDirectory() ? { files: (gate) => walked(folder(path), gate) } : archive(readFileSync(path));
  } catch (error) {
    if (error instanceof WaymarkError) throw error;
    const missing = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    throw new WaymarkError(missing ? "not-found" : "io-failed", messageOf(error), { cause: error });
  }
}

/**
 * The directory at `path`, of whose files `read` gives the content. Reads synchronously: for files of this size that
 * costs a fraction of the time, and builds pause by themselves.
 */
export function folder(path: string, read: (path: string) => Uint8Array = readFileSync): Folder {
  return () => readdirSync(path, { withFileTypes: true }).map((entry) => toEntry(path, entry, read));
}

function toEntry(directory: string, entry: Dirent, read: (path: string) => Uint8Array): Entry {
  const { name } = entry;
  const path = join(directory, name);
  if (entry.isDirectory()) return { name, kind: "directory", folder: folder(path, read) };
  if (entry.isFile()) return { name, kind: "file", size: () => statSync(path).size, read: () => read(path) };
  return { name, kind: entry.isSymbolicLink() ? "link" : "special-file" };
}
