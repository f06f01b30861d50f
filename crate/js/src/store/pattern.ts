/** Patterns of paths. */

const SPECIAL = /[*?]/;

/** The part of `pattern` before the first place that may be anything. */
export function literalOf(pattern: string): string {
  return pattern.slice(0, pattern.search(SPECIAL) < 0 ? undefined : pattern.search(SPECIAL)).replace(/\/$/, "");
}

/** Whether `path` is `pattern`, lies below it, or fits it: `*` and `?` stay within a folder, `**` does not. */
export function fits(path: string, pattern: string): boolean {
  if (!SPECIAL.test(pattern)) {
    const folder = pattern.replace(/\/$/, "");
    return path === folder || path.startsWith(`${folder}/`);
  }
  return expression(pattern).test(path);
}

const known = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const found = known.get(pattern);
  if (found) return found;
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => PARTS[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const made = new RegExp(`^${parts.join("")}$`, "u");
  known.clear();
  known.set(pattern, made);
  return made;
}

const PARTS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
