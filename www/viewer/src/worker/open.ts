/** Sources as the page gives them, opened by the engine. */
import { type Index, type LeftOut, type SourceFile, Waymark, WaymarkError } from "waymark";
import * as kept from "../kept.js";
import type { Progress, SourceInput } from "../types.js";

/** A map, and what had been left out before its engine saw the tree. */
export interface Opened {
  index: Index;
  before: readonly LeftOut[];
}

/** Maps `source`, or opens it where it is a kept map. */
export async function openSource(source: SourceInput, onProgress: (progress: Progress) => void): Promise<Opened> {
  onProgress({ phase: "load", done: 0, total: 1, path: "" });
  const waymark = await Waymark.load().catch(failed);
  if (source.kind === "kept") return { index: waymark.open(await kept.read(source.id)), before: [] };
  const { tree, before } = await treeOf(source, onProgress);
  return { index: await waymark.index(tree, {}, { onProgress }), before };
}

function failed(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw Object.assign(new Error(`The engine could not be started: ${why}`, { cause }), { code: "engine-failed" });
}

async function treeOf(source: Exclude<SourceInput, { kind: "kept" }>, onProgress: (progress: Progress) => void) {
  switch (source.kind) {
    case "url":
      return download(source.url, onProgress);
    case "archive":
      return { tree: source.file, before: [] };
    case "directory":
      return { tree: source.handle, before: [] };
    case "files":
      return { tree: read(source.files), before: source.leftOut };
  }
}

async function* read(files: readonly { path: string; file: File }[]): AsyncGenerator<SourceFile> {
  for (const { path, file } of files) yield { path, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * The bytes at `url`, which the caller has checked to be of this origin, and what its server says that it has
 * left out; a redirect elsewhere is refused.
 */
async function download(url: string, onProgress: (progress: Progress) => void) {
  const response = await fetch(url, { mode: "same-origin", redirect: "error" });
  if (!response.ok || !response.body) throw new WaymarkError("not-found", `${url} answered ${response.status} ${response.statusText}`);
  const total = Number(response.headers.get("content-length"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  let shown = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    done += part.value.length;
    if (done - shown < 1 << 16) continue;
    shown = done;
    onProgress({ phase: "fetch", done, total, path: url });
  }
  const told = response.headers.get("x-waymark-left-out");
  return { tree: new Blob(parts), before: told ? (JSON.parse(decodeURIComponent(told)) as LeftOut[]) : [] };
}
