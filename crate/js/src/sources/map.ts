/** Files that are already in memory. */
import type { Source, SourceFile } from "./source.js";

/** The files of a map from path to content. */
export function fileMap(map: ReadonlyMap<string, Uint8Array | string>): Source {
  return { files: () => entries(map) };
}

/** Files as a program hands them over; the engine filters them once it has them. */
export function fileStream(files: Iterable<SourceFile> | AsyncIterable<SourceFile>): Source {
  return { files: () => files };
}

function* entries(map: ReadonlyMap<string, Uint8Array | string>): Generator<SourceFile> {
  for (const [path, bytes] of map) yield { path, bytes };
}
