// The call sites of compiled code as `score.js` reads them. A compiler's reader hands over `rows`: each type with its
// base, each method with the line that its body begins on (0 where it has none), each line that was compiled, and each
// call with its line and target. What code says of a place is a line; the source's text there says the rest: whether the
// name is written (else the call is `implied`: a property, an operator, what the compiler inserts), and the receiver.
// A call that is `open` names the first declaration of a method that others override: each of them counts as a target, and
// where that declaration is a library's, nothing is known. Neither is it of what the compiler moved elsewhere.
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";

/** How far from a call's line its name may stand: a call over several lines. */
const NEAR = [0, 1, 2, 3, -1, -2, -3, -4, -5, -6, -7, -8];
/** How many lines above its last one a declaration is looked for. */
const LONGEST = 200;
const COMMENT = /^\s*(?:\/[/*]|\*)/;
/** The receivers by the text before a name. */
const SHAPES = [
  [/\bnew\s+(?:[\w.]+\.)?$/, "new"],
  [/(?:^|[^\w.?!)\]])$/, "bare"],
  [/\bthis\s*\??\.\s*$/, "this"],
  [/\b(?:base|super)(?:<\w+>)?\s*\.\s*$/, "super"],
  [/[)}]\s*[?!]*\.\s*$/, "call result"],
  [/\]\s*[?!]*\.\s*$/, "element"],
  [/\b[A-Z]\w*\s*[?!]*\.\s*$/, "type or property"],
  [/(?:^|[^\w.?!)\]])\w+[?!]*\.\s*$/, "variable"],
  [/^\s*\??\.\s*$/, "call result"],
];

/**
 * `language` says how a name is written that is called (`called(name)`) or declared (`declared(name, made)`), what a line of
 * a declaration looks like (`declares`, its groups `type` and `member`), and what of a file was compiled
 * (`lines(text, points)`, from and to); `maker` is the word that a constructor is declared with.
 */
export function printSites(root, files, rows, language) {
  const texts = new Map();
  const text = (file) => texts.get(file) ?? texts.set(file, readFileSync(file, "utf8").split("\n")).get(file);
  const path = (file) => relative(root, file).split(sep).join("/");
  const print = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

  const types = new Map(rows.filter(({ t }) => t === "type").map((type) => [type.id, type]));
  const methods = new Map(rows.filter(({ t }) => t === "method").map((method) => [method.id, method]));
  const overriding = new Map();
  for (const method of methods.values()) if (method.overrides) overriding.set(method.overrides, [...(overriding.get(method.overrides) ?? []), method]);
  const points = new Map();
  for (const { file, line } of rows.filter(({ t }) => t === "point")) points.set(file, (points.get(file) ?? new Set()).add(line));
  for (const file of points.keys()) {
    print({ t: "file", path: path(file) });
    for (const [from, to] of language.lines(text(file), points.get(file))) print({ t: "range", path: path(file), from, to });
  }
  const declarations = places(files, text, language);

  const seen = new Set();
  for (const call of rows.filter(({ t }) => t === "call")) {
    const at = call.implied ? undefined : NEAR.map((step) => call.line + step).find((line) => written(call, line));
    const row = { t: "site", path: path(call.file), line: at ?? call.line, name: call.name, ...judge(call, at) };
    const key = JSON.stringify(row);
    if (!seen.has(key)) print(row);
    seen.add(key);
  }

  function written({ file, name }, line) {
    const code = text(file)[line - 1] ?? "";
    return language.called(name).test(code) && !COMMENT.test(code);
  }

  function judge(call, at) {
    const method = methods.get(call.id);
    const targets = method ? (call.open ? family(method) : [method]).flatMap((method) => where(method, call)) : [];
    const state = !targets.length ? (method || call.open ? "unknown" : "out") : at === undefined ? "implied" : "in";
    return { shape: at === undefined ? "implied" : shape(call, at), state, targets };
  }

  /** A method and all that override it. */
  function family(method) {
    const found = [method];
    for (const one of found) found.push(...(overriding.get(one.id) ?? []));
    return found;
  }

  function shape({ file, name, made }, line) {
    if (made) return "new";
    const before = text(file)[line - 1].slice(0, text(file)[line - 1].search(language.called(name)));
    return SHAPES.find(([pattern]) => pattern.test(before))?.[1] ?? "field or other";
  }

  /** Where a method is written; the type too where it makes one. */
  function where({ owner, name, file, line }, { made }) {
    const type = types.get(owner)?.name;
    const holders = (declarations.get(type) ?? []).filter((place) => place.kind === "type");
    const found = made ? holders.filter((place) => !file || place.path === path(file)).map(({ path, line }) => ({ path, line, name })) : [];
    if (line) {
      const lines = text(file);
      for (let at = line; at > line - LONGEST && at > 0; at--) {
        const names = made && language.maker ? [name, language.maker] : [name];
        if (language.declared(name, made).test(lines[at - 1])) return [...found, ...names.map((name) => ({ path: path(file), line: at, name }))];
      }
      return found;
    }
    // Without a body: what is declared by that name in the type's own lines.
    const inside = ({ path, line }) => holders.some((holder) => holder.path === path && holder.line <= line && line <= holder.end);
    const members = (declarations.get(name) ?? []).filter((place) => place.kind === "member" && inside(place));
    return [...found, ...members.map(({ path, line }) => ({ path, line, name }))];
  }

  /** What each name declares in the files: types with where the next begins on their level, and members. */
  function places(files, text, language) {
    const found = new Map();
    for (const file of files) {
      const open = [];
      text(file).forEach((code, at) => {
        const depth = code.search(/\S/);
        const declared = code.match(language.declares);
        if (!declared) return;
        const place = { path: path(file), line: at + 1, kind: declared.groups.type ? "type" : "member", end: Infinity, depth };
        while (place.kind === "type" && open.length && open.at(-1).depth >= depth) open.pop().end = at;
        if (place.kind === "type") open.push(place);
        const name = declared.groups.type ?? declared.groups.member;
        found.set(name, [...(found.get(name) ?? []), place]);
      });
    }
    return found;
  }
}

/** A name as part of a pattern. */
export function literal(name) {
  return name.replace(/[^\w]/g, "\\$&");
}
