/** A folder that a page was given access to, or one of the origin's private file system. */
import type { Source } from "./source.js";
import { walked, type Entry, type Folder } from "./walked.js";

/** The tree below `root`. */
export function directoryHandle(root: FileSystemDirectoryHandle): Source {
  return { files: (gate) => walked(folder(root), gate) };
}

function folder(directory: FileSystemDirectoryHandle): Folder {
  return async () => {
    const entries: Entry[] = [];
    for await (const handle of directory.values()) {
      entries.push(handle.kind === "directory" ? directoryEntry(handle) : fileEntry(handle));
    }
    return entries;
  };
}

function directoryEntry(handle: FileSystemDirectoryHandle): Entry {
  return { name: handle.name, kind: "directory", folder: folder(handle) };
}

function fileEntry(handle: FileSystemFileHandle): Entry {
  let file: Promise<File> | undefined;
  const opened = () => (file ??= handle.getFile());
  return {
    name: handle.name,
    kind: "file",
    size: async () => (await opened()).size,
    read: async () => new Uint8Array(await (await opened()).arrayBuffer()),
  };
}
