/** Folders and archives that a person picks or drops. */
import type { SourceInput } from "./types.js";

/** Names of archives that can be read. */
export const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

/** Folders that are never worth walking; the engine's own rules decide about all else. */
const SKIPPED = new Set([".git", "node_modules"]);

/** Lets a person pick a folder; nothing if they change their mind. */
export async function pickFolder(): Promise<SourceInput | undefined> {
  if (window.showDirectoryPicker) {
    try {
      const handle = await window.showDirectoryPicker();
      return { kind: "directory", handle, name: handle.name };
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return undefined;
      throw error;
    }
  }
  const files = await pickFiles((input) => (input.webkitdirectory = true));
  return files?.length ? ofFiles(files) : undefined;
}

/** Lets a person pick an archive; nothing if they change their mind. */
export async function pickArchive(): Promise<SourceInput | undefined> {
  const files = await pickFiles((input) => (input.accept = ".zip,.tar,.tgz,.gz"));
  return files?.[0] && ofArchive(files[0]);
}

/** What was dropped. Called in the handler itself: what is dropped is gone after the first `await`. */
export async function dropped(transfer: DataTransfer): Promise<SourceInput> {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const [first] = items;
  const file = first?.getAsFile();
  if (!first || !file) throw new TypeError("Drop a folder, or a .zip, .tar or .tar.gz archive.");
  const entries = items.map((item) => item.webkitGetAsEntry());
  if (items.length === 1 && !entries[0]?.isDirectory) return ofArchive(file);
  const handle = items.length === 1 ? await first.getAsFileSystemHandle?.() : undefined;
  if (handle instanceof FileSystemDirectoryHandle) return { kind: "directory", handle, name: handle.name };
  const files: { path: string; file: File }[] = [];
  for (const entry of entries) {
    if (entry) await walk(entry, "", files);
  }
  return { kind: "files", files, name: entries.length === 1 ? (entries[0]?.name ?? "files") : "dropped files" };
}

function ofArchive(file: File): SourceInput {
  if (!ARCHIVE.test(file.name)) throw new TypeError(`${file.name} is no archive that can be read here: drop a folder, or a .zip, .tar or .tar.gz.`);
  return { kind: "archive", file, name: file.name.replace(ARCHIVE, "") };
}

/** The files of a folder input; their paths begin with the folder's name. */
function ofFiles(files: readonly File[]): SourceInput {
  const [top = "folder"] = (files[0]?.webkitRelativePath ?? "").split("/");
  const inside = files.map((file) => ({ path: file.webkitRelativePath.slice(top.length + 1), file }));
  return { kind: "files", files: inside.filter(({ path }) => !path.split("/").some((part) => SKIPPED.has(part))), name: top };
}

function pickFiles(prepare: (input: HTMLInputElement) => void): Promise<File[] | undefined> {
  const input = document.createElement("input");
  input.type = "file";
  prepare(input);
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve(undefined));
    input.click();
  });
}

/** Adds the files below `entry`; the top folder's own name is left out. */
async function walk(entry: FileSystemEntry, path: string, files: { path: string; file: File }[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ path: path || entry.name, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!batch.length) return;
    for (const child of batch) {
      if (!SKIPPED.has(child.name)) await walk(child, path ? `${path}/${child.name}` : child.name, files);
    }
  }
}
