/** Trees whose files are all listed before any is read: a file list, an archive with a directory. */
import { Walker } from "../../engine/waymark_wasm.js";
import type { Gate, SourceFile } from "./source.js";

/** A file of a list. */
export interface Listed {
  readonly path: string;
  readonly size: number;
  /** Its bytes; none where they cannot be had, after counting why. */
  read(): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** The files that `gate` lets through. */
export async function* listed(files: readonly Listed[], gate: Gate): AsyncGenerator<SourceFile> {
  gate.walker.enterAll(files.map((file) => file.path));
  const ignoring = files.filter((file) => Walker.isIgnoreFile(file.path) && file.size <= gate.limits.maxFileBytes);
  let room = gate.limits.maxTotalBytes;
  for (const file of ignoring) {
    room -= file.size;
    if (room < 0) gate.note("limit", file.path);
    const bytes = room < 0 ? undefined : await file.read();
    if (bytes) gate.walker.addIgnoreFile(file.path, bytes);
  }
  for (const file of files) {
    if (!gate.reads(file.path, file.size)) continue;
    const bytes = await file.read();
    if (bytes) yield { path: file.path, bytes };
  }
}
