// The languages of `queries/`, as far as scripts and tests have to know them.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib.mjs";

const folder = join(root, "queries");

/** Name, grammar, extensions and file names of every language that has a grammar, and whether it is read for its outline alone. */
export const languages = readdirSync(folder)
  .sort()
  .filter((name) => existsSync(join(folder, name, "language.toml")))
  .map((name) => {
    const [head] = readFileSync(join(folder, name, "language.toml"), "utf8").split(/^\[/m);
    const value = (key) => new RegExp(`^${key} = (.*)`, "m").exec(head)?.[1] ?? "";
    const list = (key) => JSON.parse(new RegExp(`^${key} = (\\[[^\\]]*\\])`, "m").exec(head)?.[1].replace(/,\s*\]$/, "]") ?? "[]");
    return { name, grammar: value("grammar").replaceAll('"', ""), extensions: list("extensions"), filenames: list("filenames"), outline: value("outline") === "true" };
  })
  .filter(({ grammar }) => grammar);
