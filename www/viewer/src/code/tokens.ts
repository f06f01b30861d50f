/**
 * Colours for code: a small lexer, one regular expression a family of languages. It knows comments, strings,
 * numbers and words, which is what the eye wants; meaning comes from the engine.
 */
import { keywordsOf } from "./keywords.js";

/** Classes of tokens, by number. */
export const CLASSES = ["", "comment", "string", "number", "keyword", "type", "call"] as const;
const [COMMENT, STRING, NUMBER, KEYWORD, TYPE, CALL] = [1, 2, 3, 4, 5, 6];

/** Longer texts stay plain: colours would cost more than they give. */
const LONGEST = 1_500_000;

const word = String.raw`(?<word>[\p{ID_Start}_$@][\p{ID_Continue}$]*)`;
const number = String.raw`(?<number>\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*)`;
const line = (quote: string) => String.raw`${quote}(?:\\[^]|[^${quote}\\\n])*${quote}?`;
const template = "`(?:\\\\[^]|\\$\\{(?:[^{}`]|`[^`]*`|\\{[^{}]*\\})*\\}|[^`\\\\])*`?";
const regex = String.raw`(?<=[=(,:[!&|?{};]\s*|\breturn\s+|^\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))`;

const family = (comment: string, string: string) =>
  new RegExp(`(?<comment>${comment})|(?<string>${string})|${number}|${word}`, "gmu");

/** Families of languages and how each writes comments and strings. */
const FAMILIES = {
  c: family(slashes, `${line('"')}|${line("'")}`),
  script: family(slashes, `${line('"')}|${line("'")}|${template}|${regex}`),
  go: family(slashes, `${line('"')}|${line("'")}|\`[^\`]*\`?`),
  rust: family(slashes, String.raw`\bb?r(#*)"[^]*?"\1|b?"(?:\\[^]|[^"\\])*"?|b?'(?:\\[^\n']+|[^\\'\n])'`),
  java: family(slashes, `"""[^]*?(?:"""|$(?![^]))|${line('"')}|${line("'")}`),
  python: family("#[^\\n]*", `\\b[rRbBfFuU]{0,2}(?:"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^])))|"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^]))|${line('"')}|${line("'")}`),
  hash: family("#[^\\n]*", `${line('"')}|${line("'")}`),
  php: family(`${slashes}|#(?!\\[)[^\\n]*`, `${line('"')}|${line("'")}`),
  dash: family(String.raw`--[^\n]*|\/\*[^]*?\*\/`, `${line('"')}|${line("'")}`),
  semicolon: family(";[^\\n]*", line('"')),
  markup: family("<!--[^]*?(?:-->|$(?![^]))", line('"')),
  style: family(String.raw`\/\*[^]*?(?:\*\/|$(?![^]))`, `${line('"')}|${line("'")}`),
  json: family(slashes, line('"')),
} as const;

/** Family by language of the engine or by extension; text in none of them stays plain. */
const FAMILY: Readonly<Record<string, keyof typeof FAMILIES>> = {
  ...named("c", "c cpp csharp objc h hpp cc cs m swift kotlin kt scala dart zig proto solidity sol glsl wgsl"),
  ...named("script", "javascript typescript tsx jsx js ts mjs cjs mts cts vue svelte"),
  ...named("rust", "rust rs"),
  ...named("go", "go"),
  ...named("java", "java groovy gradle"),
  ...named("python", "python py pyi scm-py bzl"),
  ...named("hash", "ruby rb bash sh zsh shell yaml yml toml make makefile dockerfile perl pl elixir ex exs r julia nix cmake ini conf gitignore"),
  ...named("php", "php"),
  ...named("dash", "sql lua haskell hs elm ada"),
  ...named("semicolon", "scm lisp clojure clj el scheme rkt asm wat"),
  ...named("markup", "html xml svg xhtml"),
  ...named("style", "css scss less"),
  ...named("json", "json json5 jsonc"),
};

/** Triples of start, end and class, in UTF-16 units and in order. */
export function tokensOf(text: string, path: string, language: string | undefined): Uint32Array {
  const name = language ?? path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("/")) + 1).toLowerCase();
  const rules = FAMILY[name] && FAMILIES[FAMILY[name]];
  if (!rules || text.length > LONGEST) return new Uint32Array();
  const keywords = keywordsOf(name);
  const found: number[] = [];
  for (const match of text.matchAll(rules)) {
    const end = match.index + match[0].length;
    const { comment, string, word } = match.groups ?? {};
    let kind: number | undefined = NUMBER;
    if (comment !== undefined) kind = COMMENT;
    else if (string !== undefined) kind = STRING;
    else if (word !== undefined) kind = keywords.has(word) ? KEYWORD : wordClass(word, text, end);
    if (kind) found.push(match.index, end, kind);
  }
  return Uint32Array.from(found);
}

function wordClass(word: string, text: string, end: number): number | undefined {
  if (text[end] === "(") return CALL;
  return /^\p{Lu}.*\p{Ll}/u.test(word) ? TYPE : undefined;
}

function named(family: keyof typeof FAMILIES, names: string): Record<string, keyof typeof FAMILIES> {
  return Object.fromEntries(names.split(" ").map((name) => [name, family]));
}
