// A tree as a zip archive: the files that an index of it would be built from, and no others.
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { Waymark } from "waymark";

/** The files below `folder` in a zip archive; the same files give the same bytes. */
export async function pack(folder) {
  const waymark = await Waymark.load();
  const files = {};
  for await (const { path, bytes } of waymark.files(folder)) files[path] = bytes;
  return zipSync(files, { level: 6, mtime: "1980-01-01" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, file] = process.argv.slice(2);
  await writeFile(resolve(file), await pack(resolve(folder)));
}
