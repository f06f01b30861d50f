/** Sources as the page gives them, opened by the engine. */
import { type Index, type LeftOut, type SourceFile, Waymark, WaymarkError } from "waymark";
import { CodedError, failureOf } from "../errors.js";
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
  await Waymark.load().catch(failed);
  if (source.kind === "kept") return { index: await Waymark.open(await kept.read(source.id)), before: [] };
  const { tree, before } = await treeOf(source, onProgress);
  const snapshot = tree instanceof Blob ? await snapshotIn(tree) : undefined;
  return { index: snapshot ? await Waymark.open(snapshot) : await Waymark.index(tree, {}, { onProgress }), before };
}

function failed(cause: unknown): never {
  throw new CodedError({ code: "engine-failed", message: `The engine could not be started: ${failureOf(cause).message}` });
}

/** What every snapshot starts with. */
const MAGIC = "WAYMARK";

/** The bytes of `file` if it is a snapshot: told by what is in it, as archives are. */
async function snapshotIn(file: Blob): Promise<Uint8Array | undefined> {
  return (await file.slice(0, MAGIC.length).text()) === MAGIC ? new Uint8Array(await file.arrayBuffer()) : undefined;
}

async function treeOf(source: Exclude<SourceInput, { kind: "kept" }>, onProgress: (progress: Progress) => void) {
  switch (source.kind) {
    case "url":
      return download(source.url, onProgress);
    case "file":
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
  const response = await fetch(url, { mode: "same-origin", redirect: "error" }).catch((error: unknown) => {
    throw new CodedError({ code: "unreachable", message: `${url} could not be fetched: ${failureOf(error).message}` });
  });
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
