// Prints the call sites of a Rust workspace with the definitions that rustc resolved them to, as JSON lines:
// `node rust.js ROOT PACKAGE...`. A nightly rustc prints the intermediate representation of each package's library with
// its unit tests; every call in it names its callee in full and the bytes of the call. A call that a macro wrote, or an
// operator, is no site: its bytes do not end in the callee's name and arguments. The callee's place is looked up in the
// sources, by module, type, trait and name; where several fit the site is `unknown`. Constructions are not judged.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";

const [root, ...packages] = process.argv.slice(2);
const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

const metadata = JSON.parse(run(["metadata", "--format-version", "1", "--no-deps"]));
const crates = new Map();
for (const { targets } of metadata.packages) {
  for (const target of targets.filter((target) => target.kind.some((kind) => kind.endsWith("lib")))) {
    crates.set(target.name.replaceAll("-", "_"), dirname(target.src_path));
  }
}
const sources = new Map();
const macros = new Map();
const items = [];
for (const [crate, folder] of crates) for (const file of rustFiles(folder)) scan(crate, folder, file);
const byName = new Map();
/** What a path inside a crate may begin with. */
const heads = new Map([...crates.keys()].map((crate) => [crate, new Set()]));
for (const { crate, module, type, trait, name } of items) heads.get(crate).add(module ? module.split("::")[0] : type ?? trait ?? name).add(name);
for (const item of items) byName.set(item.name, [...(byName.get(item.name) ?? []), item]);

print({ t: "judges", kinds: ["calls"], except: ["macro"] });
const files = new Set();
for (const name of packages) {
  const { targets } = metadata.packages.find((known) => known.name === name);
  const crate = targets.find((target) => target.kind.some((kind) => kind.endsWith("lib"))).name.replaceAll("-", "_");
  const flags = ["-Zunpretty=mir", "-Zmir-include-spans", "-Zmir-opt-level=0", "-Ztrim-diagnostic-paths=no"];
  bodies(crate, run(["rustc", "-q", "-p", name, "--lib", "--all-features", "--profile", "test", "--", ...flags]));
}
for (const path of files) print({ t: "file", path });

function run(words) {
  const { stdout, status, stderr } = spawnSync("cargo", ["+nightly", ...words], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 31 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function rustFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs")).map((name) => join(folder, name));
}

/** Notes the functions of a file with the module, type and trait they belong to. */
function scan(crate, folder, file) {
  const text = readFileSync(file, "utf8");
  const path = relative(root, file).split(sep).join("/");
  sources.set(path, text.split("\n"));
  const inside = relative(folder, file).split(sep);
  const stem = basename(inside.pop(), ".rs");
  const module = [...inside, ...(["lib", "main", "mod"].includes(stem) ? [] : [stem])];
  const open = [];
  let depth = 0;
  const plain = blank(text);
  macros.set(path, definedMacros(plain));
  const word = /[{}]|\b(mod|impl|trait|fn)\b([^{};]*)/g;
  for (let match; (match = word.exec(plain)); ) {
    if (match[0] === "{") depth += 1;
    else if (match[0] === "}") {
      depth -= 1;
      while (open.length && open.at(-1).depth > depth) open.pop();
    } else {
      const [, keyword, head] = match;
      const holder = open.at(-1);
      if (keyword === "mod") open.push({ depth: depth + 1, module: /\w+/.exec(head)?.[0] });
      else if (keyword === "trait") open.push({ depth: depth + 1, trait: /\w+/.exec(head)?.[0], declares: true });
      else if (keyword === "impl" && /^[\s<]/.test(head)) open.push({ depth: depth + 1, ...implementation(head) });
      else if (keyword === "fn" && /^\s+\w/.test(head)) {
        const name = /\w+/.exec(head)[0];
        const line = plain.slice(0, match.index + match[0].indexOf(name, 2)).split("\n").length;
        const around = open.filter((scope) => scope.module).map((scope) => scope.module);
        const owner = holder && !holder.module ? holder : {};
        const place = { crate, module: [...module, ...around].join("::"), name, path, line };
        items.push({ ...place, type: owner.type, trait: owner.trait, declares: owner.declares, within: owner.function });
        if (plain[word.lastIndex] === "{") open.push({ depth: depth + 1, function: name });
      }
      if (plain[word.lastIndex] === ";") while (open.length && open.at(-1).depth > depth) open.pop();
    }
  }
}

/** The lines of macro definitions: what stands there is called once for each use. */
function definedMacros(plain) {
  const line = (at) => plain.slice(0, at).split("\n").length;
  return [...plain.matchAll(/macro_rules!\s*\w+\s*(?=[{(])/g)].map((found) => {
    const from = found.index + found[0].length;
    let depth = 0;
    let to = from;
    do depth += "{([".includes(plain[to]) ? 1 : "})]".includes(plain[to]) ? -1 : 0;
    while (depth && ++to < plain.length);
    return [line(found.index), line(to)];
  });
}

/** `text` with comments, strings and characters blanked out. */
function blank(text) {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n]+?|[^\\'\n])'/g, (piece) => piece.replace(/[^\n]/g, " "));
}

function implementation(head) {
  const body = head.replace(/\bwhere\b[\s\S]*$/, "");
  const types = split(skipGenerics(body), /^\s+for\s+/);
  return types.length > 1 ? { trait: lastName(types[0]), type: lastName(types[1]) } : { type: lastName(types[0]) };
}

function skipGenerics(text) {
  const at = text.trimStart();
  return at.startsWith("<") ? at.slice(closing(at, 0) + 1) : at;
}

/** Where the bracket that opens at `from` closes. */
function closing(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ("<([{".includes(text[at])) depth += 1;
    else if (">)]}".includes(text[at]) && text.slice(at - 1, at + 1) !== "->" && --depth === 0) return at;
  }
  return text.length;
}

/** The parts of `text` between separators outside brackets. */
function split(text, separator) {
  const parts = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ("<([{".includes(text[at])) at = closing(text, at);
    const found = separator.exec(text.slice(at));
    if (found) {
      parts.push(text.slice(from, at));
      from = at + found[0].length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** The name a type is known by: without references, path and arguments. */
function lastName(type) {
  const bare = type.trim().replace(/^(?:&\s*|'\w+\s+|mut\s+|\*const\s+)*/, "");
  if (/^(dyn|impl)\b/.test(bare)) return undefined;
  const path = split(bare, /^::/).map((part) => /^\s*\w+/.exec(part)?.[0].trim()).filter(Boolean);
  return path.at(-1);
}

/** Prints the sites of a crate's bodies. */
function bodies(crate, text) {
  let lines = new Map();
  const flush = () => {
    for (const [path, [from, to]] of lines) print({ t: "range", path, from, to });
    lines = new Map();
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("}")) flush();
    const place = /\/\/ (?:scope \d+ )?(?:at|in scope \d+ at) ([^:]+):(\d+):(\d+): (\d+):(\d+)$/.exec(line);
    if (!place || !sources.has(place[1])) continue;
    const [, path, ...numbers] = place;
    const [fromLine, fromColumn, toLine, toColumn] = numbers.map(Number);
    if (macros.get(path).some(([from, to]) => from <= fromLine && fromLine <= to)) continue;
    const known = lines.get(path) ?? [fromLine, toLine];
    lines.set(path, [Math.min(known[0], fromLine), Math.max(known[1], toLine)]);
    files.add(path);
    const call = / = ([^]*\)) -> /.exec(line);
    if (call) site(crate, callee(call[1]), path, fromLine, fromColumn, toLine, toColumn);
  }
}

/** The callee of `path(arguments)`. */
function callee(text) {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "<" || text[at] === "{") at = closing(text, at);
    else if (text[at] === "(") return text.slice(0, at);
  }
  return "";
}

function site(crate, target, path, fromLine, fromColumn, toLine, toColumn) {
  const parts = split(target, /^::/).filter((part) => !/^<[^]*>$/.test(part) || / as /.test(part) || part === target);
  const qualified = /^<([^]*)>$/.exec(parts[0] ?? "");
  const name = parts.at(-1);
  if (!/^\w+$/.test(name ?? "") || /^(?:move|copy|const|_\d+)\b/.test(target)) return;
  const found = written(path, fromLine, fromColumn, toLine, toColumn);
  if (found?.name !== name) return;
  const row = { t: "site", path, line: found.line, name, shape: found.shape };
  const targets = qualified ? ofTrait(crate, ...split(qualified[1], /^ as /), name) : ofPath(crate, parts);
  const state = !targets.length ? "out" : targets.length > 1 ? "unknown" : "in";
  print({ ...row, state, targets: state === "in" ? targets.map(({ path, line, name }) => ({ path, line, name })) : [] });
}

/** The name before the arguments that end the bytes, and what it is called on. */
function written(path, fromLine, fromColumn, toLine, toColumn) {
  const all = sources.get(path).slice(fromLine - 1, toLine);
  all[all.length - 1] = [...all.at(-1)].slice(0, toColumn - 1).join("");
  all[0] = [...all[0]].slice(fromColumn - 1).join("");
  const text = blank(all.join("\n"));
  if (!text.endsWith(")")) return undefined;
  let depth = 0;
  let at = text.length - 1;
  for (; at >= 0; at -= 1) {
    if (")]}".includes(text[at])) depth += 1;
    else if ("([{".includes(text[at]) && --depth === 0) break;
  }
  const head = /(\w+)\s*(?:::\s*<[^()]*>\s*)?$/.exec(text.slice(0, at));
  if (!head) return undefined;
  const before = text.slice(0, head.index);
  return { name: head[1], line: fromLine + before.split("\n").length - 1, shape: shape(before.trimEnd()) };
}

function shape(before) {
  if (before.endsWith("::")) return /\b[A-Z]\w*(?:::<[^]*>)?::$/.test(before) || before.endsWith(">::") ? "type" : "path";
  if (!before.endsWith(".")) return "bare";
  const object = before.slice(0, -1).trimEnd();
  if (/(^|[^.\w])self$/.test(object)) return "self";
  if (/[)?]$/.test(object)) return "call result";
  if (/\]$/.test(object)) return "index";
  return /\.\s*\w+$/.test(object) ? "field" : "variable";
}

/** `<type as trait>::name`: the implementation, else what the trait declares. */
function ofTrait(crate, type, trait, name) {
  if (!trait) return [];
  const path = split(trait.trim(), /^::/).map((part) => /^\w+/.exec(part)?.[0]);
  const traitName = path.at(-1);
  const named = (byName.get(name) ?? []).filter((item) => item.trait === traitName);
  const declared = named.filter((item) => item.declares);
  const typeName = lastName(type);
  const own = near(crate, type, named.filter((item) => !item.declares && item.type === typeName && typeName));
  if (own.length) return own;
  const blanket = named.filter((item) => !item.declares && /^[A-Z]\w?$/.test(item.type ?? ""));
  return blanket.length && typeName && !/^[A-Z]$|^Self$/.test(typeName) ? [...blanket, ...declared] : declared;
}

/** A function by its path, or one of a type's own. */
function ofPath(crate, parts) {
  const names = parts.map((part) => /^\w+/.exec(part)?.[0]);
  const name = names.at(-1);
  const local = crates.has(names[0]) && names.length > 1;
  if (!local && !heads.get(crate).has(names[0])) return [];
  const first = local ? names.shift() : crate;
  const module = names.slice(0, -1).join("::");
  const all = (byName.get(name) ?? []).filter((item) => item.crate === first);
  const free = all.filter((item) => !item.type && !item.trait && !item.within && item.module === module);
  if (free.length) return free;
  const type = names.at(-2);
  const nested = all.filter((item) => item.within && item.within === type);
  if (nested.length) return nested;
  const own = all.filter((item) => item.type === type && !item.trait && type);
  if (own.length < 2) return own.length ? own : all.filter((item) => item.declares && item.trait === type);
  return near(crate, parts.slice(0, -1).join("::"), own);
}

/** Those in the module that a type's path names, where there are any. */
function near(crate, type, candidates) {
  if (candidates.length < 2) return candidates;
  const names = split(type.trim().replace(/^[&\s]*(mut )?/, ""), /^::/).map((part) => /^\w+/.exec(part)?.[0]);
  const first = crates.has(names[0]) ? names.shift() : crate;
  const module = names.slice(0, -1).join("::");
  const here = candidates.filter((item) => item.crate === first && item.module === module);
  return here.length ? here : candidates;
}
