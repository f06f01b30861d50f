// Prints the call sites of Kotlin sources with the definitions that Kotlin's compiler resolved them to, as JSON lines:
// `node kotlin.js ROOT WORDS...`. A word that starts with `-` is handed to the compiler (`-Xmulti-platform`,
// `-cp=FILES`); another is a folder of sources below ROOT. KOTLINC names another compiler than the one
// in the path, as that of the package `kotlin-compiler`. `javap` prints what was compiled. What is inlined, or jumps to
// its own start, leaves no call: where such a function's name stands the site is `unknown`. What fills in defaults is of
// the compiler's making: its call of the function is no site.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { literal, printSites } from "./bytecode.js";

const language = {
  called: (name) => new RegExp(`(?<![\\w])${literal(name)}(?![\\w])`),
  declared: (name, made) => new RegExp(made ? `\\bclass\\s+${literal(name)}\\b|\\bconstructor\\b` : `\\bfun\\b.*(?<![\\w])${literal(name)}\\s*\\(`),
  declares: /^\s*(?:@?[\w()"]+\s+)*?(?:(?:class|interface|object)\s+(?<type>\w+)|fun\s+(?:<[^()]*>\s*)?(?:[\w.<>?]+\.)?(?<member>\w+)\s*\()/,
  lines: (text) => [[1, text.length]],
  maker: "constructor",
};
const MEMBER = /^ {2}(?:(?:[\w.$<>?,&[\] ]+ )?([\w.$<>]+)\(.*\)(?: throws .*)?|static \{\});$/;
const CALL = /^\s+\d+: invoke(\w+)\s.*\/\/ (?:Interface)?Method (?:([^\s.:]+)\.)?("?[^\s":]+"?):(\S+)$/;

const root = realpathSync(process.argv[2]);
const words = process.argv.slice(3);
const folders = words.filter((word) => !word.startsWith("-")).map((folder) => join(root, folder));
const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".kt")).sort().map((file) => resolve(folder, file)));
const sources = new Map();
for (const file of files) {
  const text = readFileSync(file, "utf8");
  const name = `${text.match(/^package\s+([\w.`]+)/m)?.[1].replaceAll("`", "") ?? ""}/${file.split(/[\\/]/).at(-1)}`;
  // Of an expected and an actual file of one name only the actual has code: its folder comes later.
  sources.set(name, file);
}

const scratch = mkdtempSync(join(tmpdir(), "waymark-kotlin-"));
try {
  const options = words.filter((word) => word.startsWith("-")).flatMap((word) => word.split("="));
  run(process.env.KOTLINC ?? "kotlinc", ["-nowarn", ...options, "-d", scratch, ...folders], { ...process.env, JAVA_OPTS: process.env.JAVA_OPTS ?? "-Xmx1500M" });
  const classes = readdirSync(scratch, { recursive: true }).filter((file) => file.endsWith(".class")).sort();
  const rows = run("javap", ["-c", "-l", "-p", "-s", ...classes.map((file) => join(scratch, file))]).split(/^(?=Compiled from)/m).flatMap(read);
  console.log(JSON.stringify({ t: "judges", kinds: ["calls", "instantiates"], configured: true }));
  printSites(root, files, link(rows), language);
  inlined();
} finally {
  rmSync(scratch, { recursive: true });
}

/** The rows of one class as `javap` prints it. */
function read(printed) {
  const lines = printed.split("\n");
  const source = lines[0].match(/"(.*)"/)?.[1];
  const header = lines.find((line) => /^\S.*\b(class|interface)\s/.test(line));
  if (!source || !header) return [];
  const [, id, above = ""] = plain(header).match(/\b(?:class|interface) (\S+)(.*) \{/);
  const file = sources.get(`${id.slice(0, Math.max(id.lastIndexOf("."), 0))}/${source}`);
  const name = id.split(/[.$]/).at(-1);
  const rows = [{ t: "type", id, name, above: above.split(/[\s,]+/).filter((word) => word && word !== "extends" && word !== "implements") }];
  if (!file) return [];
  const code = readFileSync(file, "utf8");
  const count = code.split("\n").length;
  let method, calls, table;
  const close = () => {
    if (!method) return;
    // What was inlined has lines behind the file's last.
    const at = (offset) => table.findLast((entry) => entry.offset <= offset && offset >= 0)?.line ?? 0;
    method.line = table.find(({ line }) => line <= count)?.line ?? 0;
    rows.push(method, ...table.filter(({ line }) => line <= count).map(({ line }) => ({ t: "point", file, line })));
    rows.push(...calls.map((call) => ({ ...call, file, line: at(call.offset), from: method.id })).filter(({ line }) => line > 0 && line <= count));
  };
  for (const line of lines.slice(1)) {
    const member = line.match(MEMBER);
    if (member) {
      close();
      const own = member[1] ?? '"<clinit>"';
      const made = own === id || plain(line).includes(` ${id}(`);
      method = { t: "method", owner: id, name: made ? name : spelt(own, code), own: made ? '"<init>"' : own, file, synthetic: /\bsynthetic\b/.test(line) };
      [calls, table] = [[], []];
    } else if (method && /^ {4}descriptor: /.test(line)) {
      method.id = `${id}.${method.own}:${line.trim().slice(12)}`;
    } else if (method && CALL.test(line)) {
      const [, kind, owner = id.replaceAll(".", "/"), called, descriptor] = line.match(CALL);
      calls.push({ t: "call", offset: Number(line.match(/\d+/)[0]), kind, owner: owner.replaceAll("/", "."), called, descriptor });
    } else if (method && /^ {6}line \d+: \d+/.test(line)) {
      const [at, offset] = line.match(/\d+/g).map(Number);
      table.push({ line: at, offset });
    }
  }
  close();
  return rows;
}

/** Calls with the methods that they mean: declared above the receiver's class, with defaults filled in, behind accessors. */
function link(rows) {
  const types = new Map(rows.filter(({ t }) => t === "type").map((type) => [type.id, type]));
  const methods = new Map(rows.filter(({ t }) => t === "method").map((method) => [method.id, method]));
  const written = new Map();
  for (const method of methods.values()) written.set(`${method.owner}.${method.name}`, [...(written.get(`${method.owner}.${method.name}`) ?? []), method]);
  const calls = rows.filter(({ t }) => t === "call");
  const bodies = new Map();
  for (const call of calls) bodies.set(call.from, [...(bodies.get(call.from) ?? []), call]);

  const result = rows.filter(({ t }) => t !== "call");
  for (const call of calls) {
    const type = types.get(call.owner);
    const made = call.called === '"<init>"';
    const local = call.called === "invoke" && type?.id.match(/\$(\w+)\$\d+$/)?.[1];
    const name = made ? type?.name ?? call.owner.split(/[.$]/).at(-1) : local || spelt(call.called.replace(/^access\$/, "").replace(/\$default$/, ""), readFileSync(call.file, "utf8"));
    // A function's value is called by its own name only inside the function that declares it.
    const method = type && (call.called !== "invoke" || local) ? find(call, local ? "invoke" : name) : undefined;
    const from = methods.get(call.from);
    if (method && from?.own === `${call.called}$default`) continue;
    const delegates = made && (from?.own === '"<init>"' && types.get(from.owner).above.includes(call.owner) || /<(?:cl)?init>/.test(from?.own) && from.owner === call.owner);
    result.push({ t: "call", file: call.file, line: call.line, name, owner: call.owner, id: method?.id, made, implied: delegates, open: call.owner.endsWith("$DefaultImpls") });
  }
  // An interface's bodies stand in a class beside it, and each class below has a method that calls them.
  for (const method of methods.values()) {
    const bodies = written.get(`${method.owner}$DefaultImpls.${method.name}`) ?? [];
    const body = bodies.find(({ id }) => count(id) === count(method.id) + 1 && parameters(id).endsWith(parameters(method.id)));
    if (!method.line && body) method.line = body.line;
    const above = lineage(method.owner).slice(1).flatMap((owner) => written.get(`${owner}.${method.name}`) ?? []);
    method.overrides = above.find(({ id }) => count(id) === count(method.id))?.id;
  }
  return result;

  function find(call, name) {
    const passed = count(call.descriptor);
    for (const owner of lineage(call.owner)) {
      const exact = methods.get(`${owner}.${call.called}:${call.descriptor}`);
      if (exact && !/\$default$|^access\$/.test(call.called) && !forwards(exact)) return exact;
      if (exact && forwards(exact)) continue;
      const named = (written.get(`${owner}.${name}`) ?? []).filter((method) => !method.synthetic);
      if (named.length === 1) return named[0];
      const fewer = named.filter((method) => count(method.id) < passed).sort((a, b) => count(b.id) - count(a.id));
      if (fewer.length) return fewer[0];
    }
    return undefined;
  }

  function forwards(method) {
    const body = bodies.get(method.id) ?? [];
    return body.length === 1 && body[0].owner.endsWith("$DefaultImpls") && body[0].called === method.own;
  }

  /** A class and all above it, nearest first. */
  function lineage(owner) {
    const found = [owner.replace(/\$DefaultImpls$/, "")];
    for (const one of found) for (const above of types.get(one)?.above ?? []) if (!found.includes(above)) found.push(above);
    return found;
  }
}

/** How many parameters a descriptor, or a method's id, has. */
function count(id) {
  return parameters(id).match(/\[*(?:L[^;]+;|[BCDFIJSZ])/g)?.length ?? 0;
}

function parameters(id) {
  return id.slice(id.lastIndexOf("(") + 1, id.lastIndexOf(")"));
}

/** The name in the source: a local function stands behind the one around it, a module behind an internal one. */
function spelt(name, code) {
  const [, front, back] = name.match(/^(.*\w)\$(\w+)$/) ?? [];
  if (!back) return name;
  return new RegExp(`\\bfun\\b[^\\n(]*\\b${literal(back)}\\s*\\(`).test(code) ? back : front;
}

/** A header without its type arguments. */
function plain(header) {
  let text = header;
  while (/<[^<>]*>/.test(text)) text = text.replace(/<[^<>]*>/g, "");
  return text;
}

function inlined() {
  const names = new Set(files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\b(?:inline|tailrec)\b[^\n=(]*\bfun\s+(?:<[^()]*>\s*)?(?:[\w.<>?]+\.)?(\w+)\s*\(/g)].map((found) => found[1])));
  for (const file of sources.values()) {
    readFileSync(file, "utf8").split("\n").forEach((text, at) => {
      for (const name of text.match(/\w+/g) ?? []) {
        if (names.has(name)) process.stdout.write(`${JSON.stringify({ t: "site", path: file.slice(root.length + 1), line: at + 1, name, shape: "inlined", state: "unknown", targets: [] })}\n`);
      }
    });
  }
}

function run(command, args, env = process.env) {
  const { stdout, status, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 30, env });
  if (status !== 0) {
    console.error(`${command}: ${stderr ?? "is missing: apt-get install kotlin default-jdk"}`);
    process.exit(1);
  }
  return stdout;
}
