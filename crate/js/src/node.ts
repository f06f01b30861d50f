/** What the engine's host is in Node. */
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Host } from "./host.js";
import { fileTree } from "./sources/node.js";

const inPackage = (path: string) => new URL(`../${path}`, import.meta.url);

/** Modules and the model come from this package's folder, trees from the file system. */
export const nodeHost: Host = {
  engine: () => inPackage("engine/waymark_wasm_bg.wasm"),
  grammar: (name) => inPackage(`grammars/${name}.wasm`),
  model: () => inPackage("model/codevec.bin"),
  read: async (place) => {
    const url = toUrl(place);
    return url.protocol === "file:" ? readFile(fileURLToPath(url)) : fetch(url);
  },
  tree: (path) => fileTree(path instanceof URL ? fileURLToPath(path) : path),
};

/** A URL as it is, anything else as a path. */
function toUrl(place: string | URL): URL {
  if (place instanceof URL) return place;
  return /^[a-z][a-z\d+.-]+:/i.test(place) ? new URL(place) : pathToFileURL(place);
}
