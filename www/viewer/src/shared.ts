/** Looks and words that several components share. */
import { css, html, type TemplateResult } from "lit";
import type { NodeInfo } from "waymark";

/** The letter and the colour of a kind; the name is there for those who see neither. */
const LETTERS: ReadonlyMap<string, readonly [letter: string, tone: string]> = new Map([
  ...toned("place", { repository: "R", package: "P", directory: "D", file: "F", section: "§" }),
  ...toned("type", { class: "C", interface: "I", trait: "T", struct: "S", enum: "E", union: "U", record: "R", "type-alias": "A", namespace: "N" }),
  ...toned("callable", { function: "ƒ", method: "m", constructor: "n", destructor: "d", operator: "o", macro: "M", decorator: "@", test: "t" }),
  ...toned("value", { property: "p", field: "f", constant: "c", variable: "v", "enum-member": "e" }),
]);

function toned(tone: string, letters: Record<string, string>): [string, [string, string]][] {
  return Object.entries(letters).map(([kind, letter]) => [kind, [letter, tone]]);
}

/** Why a use has no link, for a person. */
export const ABSENCES: Readonly<Record<string, string>> = {
  external: "defined outside of this tree",
  declined: "several definitions fit and nothing tells them apart",
  filtered: "a name too common to link by itself",
  dynamic: "decided only when the program runs",
  unparsed: "in a part that could not be parsed",
};

/** A small square with the letter of `kind`. */
export function badge(kind: string): TemplateResult {
  const [letter, tone] = LETTERS.get(kind) ?? ["?", "place"];
  return html`<span class="badge ${tone}" role="img" aria-label=${kind.replace("-", " ")} title=${kind.replace("-", " ")}>${letter}</span>`;
}

/** The names around a symbol within its file, `Outer.inner`; of a file or folder the folder it lies in. */
export function around(node: NodeInfo): string {
  const [path = "", ...names] = node.id.split("::");
  if (names.length) return names.slice(0, -1).join(".");
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** Where a symbol is among others of the tree: the names around it, and its file with its directory. */
export function whereabouts(node: NodeInfo): string {
  return [around(node), node.path].filter(Boolean).join(" · ");
}

/** Whether `node` is a symbol, not a file or folder. */
export function isSymbol(node: NodeInfo): boolean {
  return node.id.includes("::");
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

const UNITS = ["B", "KB", "MB", "GB"];

export function size(bytes: number): string {
  let unit = 0;
  for (; bytes >= 1000 && unit < UNITS.length - 1; unit += 1) bytes /= 1000;
  return `${bytes.toFixed(unit && bytes < 10 ? 1 : 0)}\u00a0${UNITS[unit] ?? ""}`;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Every component begins with these. */
export const base = css`
  *, *::before, *::after { box-sizing: border-box; }
  [hidden] { display: none !important; }
  :host { min-width: 0; }
  h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; }
  ul, ol { padding: 0; list-style: none; }
  h2 { font-size: 1.05rem; }
  a { color: var(--accent); }
  code, pre, kbd, .mono { font-family: var(--mono); font-size: 0.92em; }
  kbd { padding: 0 0.35em; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--sunken); }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  button { font: inherit; color: inherit; cursor: pointer; border: 1px solid var(--line); border-radius: 7px; background: var(--raised); padding: 0.35em 0.8em; }
  button:hover { border-color: var(--accent); }
  button:disabled { cursor: default; opacity: 0.6; }
  button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); font-weight: 600; }
  button.plain { border-color: transparent; background: none; padding: 0.25em 0.5em; }
  button.plain:hover { background: var(--accent-soft); }
  button.link { border: 0; background: none; padding: 0; color: var(--accent); text-align: start; }
  button.link:hover { text-decoration: underline; }
  .dim { color: var(--dim); }
  .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
  .badge { display: inline-grid; place-items: center; flex: none; width: 1.45em; height: 1.45em; border-radius: 4px; font: 600 0.78em/1 var(--mono); color: var(--tone); background: color-mix(in srgb, var(--tone) 14%, transparent); }
  .badge.place { --tone: var(--dim); }
  .badge.type { --tone: var(--type); }
  .badge.callable { --tone: var(--callable); }
  .badge.value { --tone: var(--value); }
  .pill { flex: none; font-size: 0.78em; line-height: 1.5; padding: 0 0.5em; border-radius: 99px; border: 1px solid var(--line); color: var(--dim); white-space: nowrap; }
  .pill.warn { color: var(--warn); border-color: currentColor; }
  .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
