/** Folders and archives that a person picks or drops. */
import type { LeftOut } from "waymark";
import { CodedError } from "./errors.js";
import { entriesOf, remember } from "./refused.js";
import type { SourceInput } from "./types.js";

/** Names of archives and of snapshots. */
const FILE = /\.(zip|tar|tar\.gz|tgz|waymark)$/i;

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

/** Lets a person pick an archive or a snapshot; nothing if they change their mind. */
export async function pickFile(): Promise<SourceInput | undefined> {
  const files = await pickFiles((input) => (input.accept = ".zip,.tar,.tgz,.gz,.waymark"));
  return files?.[0] && ofFile(files[0]);
}

/** What was dropped. Called in the handler itself: what is dropped is gone after the first `await`. */
export async function dropped(transfer: DataTransfer): Promise<SourceInput> {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const [first] = items;
  const file = first?.getAsFile();
  if (!first || !file) throw notATree("What was dropped is no file and no folder");
  const entries = items.map((item) => item.webkitGetAsEntry());
  if (items.length === 1 && !entries[0]?.isDirectory) return ofFile(file);
  const handle = items.length === 1 ? await first.getAsFileSystemHandle?.() : undefined;
  if (handle instanceof FileSystemDirectoryHandle) {
    remember(handle, entries[0] as FileSystemDirectoryEntry);
    return { kind: "directory", handle, name: handle.name };
  }
  const found: Found = { files: [], skipped: [] };
  for (const entry of entries) {
    if (entry) await walk(entry, "", found);
  }
  return { kind: "files", files: found.files, leftOut: leftOut(found.skipped), name: entries.length === 1 ? (entries[0]?.name ?? "files") : "dropped files" };
}

function ofFile(file: File): SourceInput {
  if (!FILE.test(file.name)) throw notATree(`${file.name} is neither an archive nor a snapshot`);
  return { kind: "file", file, name: treeName(file.name) };
}

/** What the tree in the file `name` is called. */
export function treeName(name: string): string {
  return name.replace(FILE, "");
}

function notATree(what: string): CodedError {
  return new CodedError({ code: "not-a-tree", message: `${what}: open a folder, a .zip, .tar or .tar.gz, or a .waymark snapshot.` });
}

/** The files of a folder input; their paths begin with the folder's name. */
function ofFiles(files: readonly File[]): SourceInput {
  const [top = "folder"] = (files[0]?.webkitRelativePath ?? "").split("/");
  const inside = files.map((file) => ({ path: file.webkitRelativePath.slice(top.length + 1), file }));
  const skipped = new Set<string>();
  const taken = inside.filter(({ path }) => {
    const parts = path.split("/");
    const at = parts.findIndex((part) => SKIPPED.has(part));
    if (at >= 0) skipped.add(parts.slice(0, at + 1).join("/"));
    return at < 0;
  });
  return { kind: "files", files: taken, leftOut: leftOut([...skipped]), name: top };
}

/** What is told of the folders `skipped`. */
function leftOut(skipped: readonly string[]): LeftOut[] {
  if (!skipped.length) return [];
  return [{ reason: "default-skip", files: 0, directories: skipped.length, examples: skipped.map((path) => `${path}/`) }];
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

interface Found {
  readonly files: { path: string; file: File }[];
  /** Paths of folders that were not walked. */
  readonly skipped: string[];
}

/** Adds the files below `entry`; the top folder's own name is left out. */
async function walk(entry: FileSystemEntry, path: string, found: Found): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.files.push({ path: path || entry.name, file });
    return;
  }
  for (const child of await entriesOf(entry as FileSystemDirectoryEntry)) {
    const at = path ? `${path}/${child.name}` : child.name;
    if (SKIPPED.has(child.name)) found.skipped.push(at);
    else await walk(child, at, found);
  }
}
