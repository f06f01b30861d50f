// A tree as a zip archive: the files that an index of it would be built from, and no others.
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { Waymark } from "waymark";

/** The files below `folder` in a zip archive, and what was left out of it; the same files give the same bytes. */
export async function pack(folder) {
  const waymark = await Waymark.load();
  const files = {};
  const listed = waymark.files(folder);
  let next = await listed.next();
  for (; !next.done; next = await listed.next()) files[next.value.path] = next.value.bytes;
  return { archive: zipSync(files, { level: 6, mtime: "1980-01-01" }), leftOut: next.value };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, file] = process.argv.slice(2);
  const { archive } = await pack(resolve(folder));
  await writeFile(resolve(file), archive);
}
