/** Maps that the browser keeps: bytes in its private file system, the list of them in IndexedDB. */
import { get, update } from "idb-keyval";

/** A kept map. */
export interface Kept {
  id: string;
  name: string;
  files: number;
  symbols: number;
  bytes: number;
  /** When it was kept, milliseconds since 1970. */
  date: number;
}

const LIST = "waymark-kept";
const FOLDER = "maps";

/** An id that no map has yet. */
export function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** The kept maps, the newest first. */
export async function list(): Promise<Kept[]> {
  try {
    return ((await get<Kept[]>(LIST)) ?? []).toSorted((a, b) => b.date - a.date);
  } catch {
    return []; // Storage is switched off: nothing is kept.
  }
}

/** Keeps a map; one of the same name is replaced. */
export async function add(entry: Omit<Kept, "bytes" | "date">, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await (await folder()).getFileHandle(entry.id, { create: true });
  const stream = await file.createWritable();
  await stream.write(bytes);
  await stream.close();
  const replaced = (await list()).filter(({ name }) => name === entry.name);
  for (const { id } of replaced) await remove(id);
  await update<Kept[]>(LIST, (known = []) => [...known, { ...entry, bytes: bytes.length, date: Date.now() }]);
}

/** The bytes of a kept map. */
export async function read(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await (await (await folder()).getFileHandle(id)).getFile();
  return new Uint8Array(await file.arrayBuffer());
}

/** Deletes a kept map. */
export async function remove(id: string): Promise<void> {
  await update<Kept[]>(LIST, (known = []) => known.filter((kept) => kept.id !== id));
  try {
    await (await folder()).removeEntry(id);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  }
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}
