// Declarations of languages that ctags does not know, found by what lines say: comments and strings are read as blanks, and
// what stands behind a keyword is a name. Nothing here knows a grammar, so that it errs otherwise than Waymark does.

/** By language: the endings of its files, what opens code in its strings, and `[kind, pattern]` whose group is the name. */
const LANGUAGES = {
  Scala: {
    endings: /\.(?:scala|sc|sbt|mill)$/,
    opens: "${",
    declarations: [
      ["class", /(?:^|[\s;{}(])(?:class|trait|enum)\s+(`[^`]+`|[\p{L}_$][\p{L}\p{N}_$]*)/gu],
      ["class", /(?:^|[\s;{}(])object\s+(`[^`]+`|[\p{L}_$][\p{L}\p{N}_$]*)/gu],
      ["method", /(?:^|[\s;{}(])def\s+(`[^`]+`|[\p{L}_$][\p{L}\p{N}_$]*(?:(?<=_)[!#%&*+\-/:<=>?@\\^|~]+)?|[!#%&*+\-/:<=>?@\\^|~\p{S}]+)/gu],
    ],
  },
  Swift: {
    endings: /\.swift$/,
    opens: "\\(",
    declarations: [
      ["class", /(?:^|[\s;{}(])(?:class|struct|enum|protocol|actor)\s+(?!func\b|var\b|let\b|subscript\b|override\b|final\b)(`[^`]+`|[\p{L}_][\p{L}\p{N}_]*)\s*(?=[<:{]|where\b|$)/gmu],
      ["method", /(?:^|[\s;{}(])func\s+(`[^`]+`|[\p{L}_][\p{L}\p{N}_]*|[!%&*+\-/<=>?^|~.]+)/gu],
      ["method", /^\s*(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\(set\))?)\s+)*(init)[?!]?\s*[(<]/gu],
      ["method", /^\s*(?:[a-z]+\s+)*(deinit)\s*\{/gu],
      ["method", /^\s*(?:(?:@\w+(?:\([^)]*\))?|[a-z]+)\s+)*(subscript)\s*[(<]/gu],
    ],
  },
};

/** The language that is scanned for in a file, if any. */
export function scannedLanguage(path) {
  return Object.keys(LANGUAGES).find((name) => LANGUAGES[name].endings.test(path));
}

/** What `text` declares: rows of `name`, `kind` and `line`. */
export function declarationsOf(language, text) {
  const { declarations, opens } = LANGUAGES[language];
  const rows = blanked(text, opens).split("\n");
  return rows.flatMap((row, at) => declarations.flatMap(([kind, pattern]) => [...row.matchAll(pattern)].map(([, name]) => ({ name: name.replace(/^`|`$/g, ""), kind, line: at + 1 }))));
}

/** `text` without what stands in comments (which nest) and strings, code in these included; lines stay. */
function blanked(text, opens) {
  let out = "";
  for (let at = 0, end; at < text.length; at = end) {
    end = endOf(text, at, opens) ?? at + 1;
    out += end > at + 1 ? text.slice(at, end).replace(/[^\n]/g, " ") : text[at];
  }
  return out;
}

/** Where the comment or string that begins at `at` ends, if one does. */
function endOf(text, at, opens) {
  const [mark] = /^(?:\/\/|\/\*|#*"""|#*"|'(?:\\[^\n]|[^\\'\n])[^'\n]{0,4}')/.exec(text.slice(at, at + 16)) ?? [];
  if (mark === "//") return (text.indexOf("\n", at) + 1 || text.length + 1) - 1;
  if (mark === "/*") return commentEnd(text, at);
  if (mark?.startsWith("'")) return at + mark.length;
  return mark && stringEnd(text, at + mark.length, mark, opens);
}

function commentEnd(text, start) {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === "/*" ? 1 : -1;
    if (depth === 0) return start + index + 2;
  }
  return text.length;
}

/** The end of the string that `mark` opened before `at`; a short one ends with its line at the latest. */
function stringEnd(text, at, mark, opens) {
  const hashes = mark.replace(/"/g, "");
  const closing = mark.slice(hashes.length) + hashes;
  const isLong = mark.endsWith('"""');
  const escapes = opens.startsWith("\\") || !isLong;
  for (let place = at; place < text.length; place += 1) {
    if (text.startsWith(closing, place)) return place + closing.length + (isLong ? /^"*/.exec(text.slice(place + closing.length))[0].length : 0);
    if (!isLong && text[place] === "\n") return place;
    const code = opens.slice(0, -1) + hashes + opens.at(-1);
    if (text.startsWith(code, place)) place = codeEnd(text, place + code.length, opens) - 1;
    else if (escapes && text.startsWith(`\\${hashes}`, place)) place += 1 + hashes.length;
  }
  return text.length;
}

/** The end of code in a string: behind the bracket that closes it. */
function codeEnd(text, at, opens) {
  let depth = 1;
  for (let place = at; place < text.length; ) {
    const end = endOf(text, place, opens);
    if (!end) depth += "({".includes(text[place]) ? 1 : ")}".includes(text[place]) ? -1 : 0;
    place = end ?? place + 1;
    if (depth === 0) return place;
  }
  return text.length;
}
