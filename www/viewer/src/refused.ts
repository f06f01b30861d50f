/**
 * Names in a dropped folder that the browser hands out to no page, such as `a?.py` or `con.h`. Its directory handles
 * pass over them in silence, its older entries name them: the difference is told.
 */
import type { LeftOut } from "./types.js";

const EXAMPLES = 5;
const dropped = new WeakMap<FileSystemDirectoryHandle, FileSystemDirectoryEntry>();

/** Keeps what `handle` was dropped as. */
export function remember(handle: FileSystemDirectoryHandle, entry: FileSystemDirectoryEntry): void {
  dropped.set(handle, entry);
}

/** What is refused below `root`, in it and in the folders that `inside` answers of each; nothing if that cannot be known. */
export async function refusedBelow(root: FileSystemDirectoryHandle, inside: (path: string) => Promise<ReadonlySet<string>>): Promise<LeftOut | undefined> {
  const top = dropped.get(root);
  if (!top) return undefined;
  const refused: FileSystemEntry[] = [];
  const examples: string[] = [];
  const open = [{ path: "", handle: root, entry: top }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, handle, entry } = next;
    const wanted = await inside(path.slice(0, -1) || ".");
    const given = new Map<string, FileSystemHandle>();
    for await (const child of handle.values()) given.set(child.name, child);
    for (const child of await entriesOf(entry)) {
      const [at, found] = [path + child.name, given.get(child.name)];
      if (!found) {
        refused.push(child);
        examples.push(at);
      } else if (wanted.has(at) && found instanceof FileSystemDirectoryHandle) {
        open.push({ path: `${at}/`, handle: found, entry: child as FileSystemDirectoryEntry });
      }
    }
  }
  const floor = refused.some(({ isDirectory }) => isDirectory);
  return refused.length ? { reason: "refused-name", count: refused.length, floor, examples: examples.sort().slice(0, EXAMPLES) } : undefined;
}

/** All that `folder` holds; the browser hands it out in parts. */
export async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!part.length) return all;
    all.push(...part);
  }
}
