// A project with the package installed from the tarball that would be published.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../pkg-scripts/lib.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The sample tree as pairs of path and text. */
export const files = readdirSync(join(here, "tree"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map((path) => [path.slice(join(here, "tree/").length), readFileSync(path, "utf8")]);

/** Where the sample tree is. */
export const tree = join(here, "tree");

/** Packs the package, installs it into a new project with the consumers, and answers the project's folder. */
export function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), "waymark-consumer-"));
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], join(root, "crate/js")));
  cpSync(join(here, "consumers"), folder, { recursive: true });
  writeFileSync(join(folder, "files.json"), JSON.stringify(files));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  npm(["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", join(folder, filename)], folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function npm(words, cwd) {
  return execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
