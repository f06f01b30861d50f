/** Sources from whatever a tree is given as. */
import { kindOf } from "../check.js";
import { WaymarkError, invalid } from "../errors.js";
import { host } from "../host.js";
import { archive } from "./archive.js";
import { directoryHandle } from "./directory-handle.js";
import { fileList } from "./files.js";
import { fileMap, fileStream } from "./map.js";
import type { Source, SourceFile } from "./source.js";

/**
 * A tree:
 * - a map from path to content, or files one by one;
 * - the files of an input or a drop (`FileList`, `File[]`), a directory handle;
 * - a zip, tar or tar.gz archive as bytes, `Blob`, `Response` or stream;
 * - in Node, the path or `file:` URL of a directory or an archive.
 */
export type SourceInput =
  | ReadonlyMap<string, Uint8Array | string>
  | Iterable<SourceFile>
  | AsyncIterable<SourceFile>
  | Iterable<File>
  | FileSystemDirectoryHandle
  | Blob
  | ArrayBuffer
  | Uint8Array
  | Response
  | ReadableStream<Uint8Array>
  | string
  | URL;

/** The source that `input` is. */
export async function openSource(input: SourceInput): Promise<Source> {
  if (typeof input === "string" || input instanceof URL) return tree(input);
  if (input instanceof Map) return fileMap(input as ReadonlyMap<string, Uint8Array | string>);
  if (input instanceof Uint8Array) return archive(input);
  if (input instanceof ArrayBuffer) return archive(new Uint8Array(input));
  if (input instanceof Blob) return archive(new Uint8Array(await input.arrayBuffer()));
  if (input instanceof Response) return archive(await body(input));
  if (input instanceof ReadableStream) return archive(await body(new Response(input)));
  if (typeof input === "object" && input !== null) {
    if ("kind" in input && input.kind === "directory") return directoryHandle(input);
    if (Symbol.iterator in input) return iterable(input as Iterable<SourceFile> | Iterable<File>);
    if (Symbol.asyncIterator in input) return fileStream(input as AsyncIterable<SourceFile>);
  }
  return invalid(`${kindOf(input)} is no tree: pass a map, files, an archive, a directory handle or, in Node, a path`);
}

function tree(path: string | URL): Source {
  const { tree: open } = host();
  if (!open) throw new WaymarkError("invalid-argument", "there is no file system here: pass files, an archive or a directory handle");
  return open(path);
}

/** Files of an input are told from plain files by their first one. */
function iterable(input: Iterable<SourceFile> | Iterable<File>): Source {
  const all = [...input];
  return typeof File === "function" && all[0] instanceof File ? fileList(all as File[]) : fileStream(all as SourceFile[]);
}

async function body(response: Response): Promise<Uint8Array> {
  if (!response.ok) throw new WaymarkError("not-found", `${response.url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
