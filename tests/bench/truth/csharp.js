// Prints the call sites of C# sources with the definitions that Mono's compiler resolved them to, as JSON lines:
// `node csharp.js ROOT WORDS...`. A word that starts with `-` is handed to the compiler; another is a folder of sources
// below ROOT, which make one library. `Calls.cs` reads what was compiled.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { literal, printSites } from "./bytecode.js";

const GAC = "/usr/lib/mono/gac";
const language = {
  called: (name) => new RegExp(`(?<![\\w])${literal(name)}\\s*[(<]`),
  declared: (name) => new RegExp(`(?<![\\w])${literal(name)}\\s*(?:<[^()]*>\\s*)?\\(`),
  declares: /^\s*(?:[\w[\]<>,.]+\s+)*(?:(?:class|struct|interface)\s+(?<type>\w+)|[\w[\]<>,.?]+\s+(?<member>\w+)\s*(?:<[^()]*>)?\([^;]*\)?;)/,
  lines: compiled,
};

const root = realpathSync(process.argv[2]);
const words = process.argv.slice(3);
const sources = words.filter((word) => !word.startsWith("-")).flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).filter((file) => file.endsWith(".cs") && !/(^|\/)obj\//.test(file)).map((file) => resolve(root, folder, file)));
const libraries = ["Mono.Cecil", "Mono.CompilerServices.SymbolWriter"].map((name) => {
  const version = existsSync(join(GAC, name)) && readdirSync(join(GAC, name)).sort().at(-1);
  return version ? `-r:${join(GAC, name, version, `${name}.dll`)}` : fail("csharp.js needs Mono: apt-get install mono-mcs mono-devel");
});

const scratch = mkdtempSync(join(tmpdir(), "waymark-csharp-"));
try {
  const [reader, library] = ["Calls.exe", "library.dll"].map((name) => join(scratch, name));
  run("mcs", [`-out:${reader}`, ...libraries, join(import.meta.dirname, "Calls.cs")]);
  run("mcs", ["-debug", "-target:library", `-out:${library}`, ...words.filter((word) => word.startsWith("-")), ...sources]);
  const rows = run("mono", [reader, library]).split("\n").filter(Boolean).map((row) => JSON.parse(row));
  printSites(root, sources, rows.filter(({ owner }) => !owner?.includes("<")), language);
} finally {
  rmSync(scratch, { recursive: true });
}

/** The lines of arms of conditions that hold a compiled line, and those outside any. */
function compiled(text, points) {
  const arms = [{ from: 1, hit: true }];
  const ranges = [];
  const open = [];
  text.forEach((code, at) => {
    const word = code.match(/^\s*#\s*(if|elif|else|endif)\b/)?.[1];
    if (points.has(at + 1)) for (const arm of [...open, arms.at(-1)]) arm.hit = true;
    if (!word) return;
    const arm = arms.pop();
    if (arm.hit) ranges.push([arm.from, at]);
    if (word === "if") open.push(arm);
    const outer = word === "endif" ? open.pop() : undefined;
    arms.push({ from: at + 2, hit: outer?.hit ?? false });
  });
  for (const arm of arms) if (arm.hit) ranges.push([arm.from, text.length]);
  return ranges;
}

function run(command, args) {
  const { stdout, status, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30 });
  return status === 0 ? stdout : fail(`${command}: ${stderr ?? "is missing: apt-get install mono-mcs mono-devel"}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
