// What ctags gives another name than the language does, and what it takes for a definition that is none. A row is as
// narrow as its reason: what no row explains counts against Waymark.

/** Kinds that are compared: what has a body of code or members. Variables, fields and packages are not. */
export const KINDS = {
  C: "function struct union enum",
  "C++": "function class struct union enum namespace",
  "C#": "class enum interface method struct",
  Go: "func struct interface methodSpec",
  Java: "annotation class enum interface method",
  JavaScript: "class function generator method getter setter",
  Kotlin: "class interface method object",
  Lua: "function",
  PHP: "class function interface trait",
  Python: "class function member",
  Ruby: "class method module singletonMethod",
  Rust: "enum function interface method module struct macro",
  Scala: "class method",
  Sh: "function",
  Swift: "class method",
  TypeScript: "class enum function generator interface method",
};

/** Names that ctags makes up for what has none. */
export const UNNAMED = /^(?:__anon|anonymous|Anonymous(?:Function|Class)[\da-f]{8,}|<lambda>|<anonymous>|\{)/;

/** `[languages, kinds or *, reason, whether the tag is one]`: what ctags takes for a definition. */
export const MISTAKEN = [
  ["Ruby", "*", "text in quotes or in a here-document", ({ quoted }) => quoted],
  ["Kotlin", "method", "a parameter of a lambda, or a variable", ({ text, name }) => !/\b(?:fun|constructor)\b|^\s*(?:get|set|init)\b/.test(text) || new RegExp(`\\{[^{}]*\\b${escape(name)}\\b[^{}]*->`).test(text)],
  ["Kotlin", "*", "a name in backticks, which ctags garbles", ({ text, name }) => text.includes("`") && !text.includes(name)],
  ["Lua", "*", "a line with the word in it that defines nothing of the name", ({ text, bare }) => !new RegExp(`function\\s+[\\w.:]*\\b${escape(bare)}\\s*\\(|${escape(bare)}["'\\]]*\\s*=\\s*function\\b`).test(text)],
  ["Lua", "*", "text in quotes", ({ text, bare }) => new RegExp(`(?:['"]|<\\w+>|^\\s*#\\s*(?:local\\s+)?)function\\s+${escape(bare)}\\b`).test(text)],
  ["JavaScript", "class", "an object, or a member that is put on a prototype", ({ text, bare }) => !new RegExp(`\\b(?:class|function)\\s+${escape(bare)}\\b|=\\s*(?:class|function)\\b`).test(text)],
  ["JavaScript", "class method", "a member whose name is computed, or a call", ({ text, bare }) => !new RegExp(`(?:^|[\\s.])(?:class\\s+)?["']?${escape(bare)}["']?\\s*(?:[({:=]|extends)`).test(text) || new RegExp(`\\.${escape(bare)}\\s*[([]`).test(text)],
  ["JavaScript", "function", "a call that a function is passed to", ({ text, bare }) => !text.includes(bare)],
  ["JavaScript", "function", "what a member is put on", ({ text, bare }) => new RegExp(`^\\s*${escape(bare)}\\s*[.[].*=\\s*(?:async\\s+)?function\\b`).test(text)],
  ["JavaScript", "function", "what a function yields that is called at once", ({ lines, line, text }) => isCalledAtOnce(lines, line - 1, text.search(/\bfunction\b/))],
  ["TypeScript", "*", "a word of a type or of a text", ({ text, name }) => name === "extends" || name === "new" || new RegExp(`['"\`][^'"\`]*${escape(name)}[^'"\`]*['"\`]`).test(text) && !/\b(?:class|function|interface|enum)\b/.test(text)],
  ["C C++", "function", "the use of a macro", ({ name, text }) => /^[A-Z_\d]+$/.test(name) && new RegExp(`^\\s*${escape(name)}\\s*\\(`).test(text)],
  ["C# Java", "method", "a call", ({ name, text }) => name === "base" || (name.includes(".") && text.includes(`${name}(`)) || new RegExp(`^\\s*(?:throw\\s+new\\s+)?${escape(name)}\\(.*\\);\\s*$`).test(text)],
  ["C#", "*", "a type parameter, or what one is bound to", ({ name, text }) => new RegExp(`\\bwhere\\s+(?:${escape(name)}\\s*:|\\w+\\s*:.*\\b${escape(name)}\\b)`).test(text)],
  ["C#", "method", "a keyword", ({ name }) => name === "lock"],
  ["Sh", "*", "zsh, which is another language", ({ path, lines }) => path.endsWith(".zsh") || /^#!.*\bzsh\b/.test(lines[0])],
  ["Sh", "function", "a list that is assigned", ({ name, text }) => name.endsWith("=") && text.includes(`${name}(`)],
  ["Sh", "function", "a function of another language in quotes", ({ text, name }) => new RegExp(`function\\s+${escape(name)}\\([^)]`).test(text)],
];

/** Whether the brackets of the function that begins there are followed by a call. */
function isCalledAtOnce(lines, first, column) {
  let depth = 0;
  const rest = column < 0 ? "" : [lines[first].slice(column), ...lines.slice(first + 1)].join("\n");
  for (const { 0: mark, index } of rest.matchAll(/[{}]/g)) {
    if (mark === "{") depth += 1;
    if (mark === "}" && --depth === 0) return /^\s*\(/.test(rest.slice(index + 1));
  }
  return false;
}

/** The name that the language gives to what `tag` stands for. */
export function nameOf({ language, kind, name, text }) {
  if (language === "Ruby" && kind === "singletonMethod") return new RegExp(`\\bdef\\s+${escape(name)}\\s*\\.\\s*([^\\s(;]+)`).exec(text)?.[1] ?? name;
  if (language === "C#") return text.includes(`@${name}`) ? `@${name}` : name.replace(/^operator\s+|^~/, "");
  if (language === "Kotlin") return name.trim();
  // A function in an object is known by its key, whatever it is called inside itself.
  const key = language === "JavaScript" ? new RegExp(`([\\w$]+)["']?\\s*:\\s*(?:async\\s+)?function\\s*\\*?\\s*${escape(name)}\\s*\\(`).exec(text)?.[1] : undefined;
  if (key) return key;
  // What a file exports is known by the function's own name, or as its default.
  if (language === "JavaScript" && kind === "function" && name === "exports") return /=\s*(?:async\s+)?function\s*\*?\s*([\w$]+)/.exec(text)?.[1] ?? "default";
  return name;
}

/** What is compared of a name: its last part, blanks aside. */
export function bareName(name) {
  const operator = /(?:^|::)(operator(?:\s*[^\w\s.:]|\s+\w).*)$/.exec(name);
  if (operator) return operator[1].replace(/\s+/g, "");
  return name.replace(/^(?:.*(?:::|[.:#]))?([^.:#]+)$/, "$1").replace(/^\[["'](.*)["']\]$/, "$1");
}

export function escape(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
