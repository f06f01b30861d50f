/** Files that a person picked or dropped. */
import type { Source } from "./source.js";
import { listed } from "./listed.js";

/** The files of a file input; of a picked folder, without the folder's own name. */
export function fileList(files: Iterable<File>): Source {
  const list = [...files].map((file) => ({
    path: file.webkitRelativePath ? file.webkitRelativePath.replace(/^[^/]*\//, "") : file.name,
    size: file.size,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  }));
  return { files: (gate) => listed(list, gate) };
}
