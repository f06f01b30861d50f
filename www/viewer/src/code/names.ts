/** Which words of a file lead where. */
import type { Text } from "@codemirror/state";
import type { AbsentUse, NodeInfo } from "waymark";
import type { FileView, Link } from "../types.js";

/** A word that means something to the map. */
export interface Target {
  from: number;
  to: number;
  /** The symbol that is defined here. */
  definition?: NodeInfo;
  /** What is used here; several where it is not certain. */
  links: readonly Link[];
  /** Why it leads nowhere. */
  absent?: AbsentUse;
}

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
/** A definition's own name is looked for on this many lines: decorators come before it. */
const REACH = 12;
/** Names that a class is called by where it is constructed. */
const CONSTRUCTORS = new Set(["constructor", "__init__", "new", "<init>"]);

/** The words of `file` that lead somewhere, in order and without overlap. */
export function targetsOf(file: FileView, text: Text): Target[] {
  const found = new Map<number, Target>();
  for (const { node } of file.outline) {
    const word = definitionWord(node, text);
    if (word) found.set(word.from, { ...word, definition: node, links: [] });
  }
  for (const [line, links] of byLine(file.links)) addLinks(found, words(text, line), links);
  for (const [line, absences] of byLine(file.absences)) {
    for (const absent of absences) {
      for (const word of words(text, line)) {
        if (word.name === absent.name && !found.has(word.from)) found.set(word.from, { ...word, links: [], absent });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from);
}

interface Word {
  from: number;
  to: number;
  name: string;
}

function addLinks(found: Map<number, Target>, line: readonly Word[], links: readonly Link[]): void {
  for (const link of links) {
    const names = namesOf(link.target);
    for (const { from, to } of line.filter(({ name }) => names.includes(name))) {
      const known = found.get(from);
      if (known?.definition) continue;
      const same = known?.links.some(({ target }) => target.id === link.target.id);
      if (!same) found.set(from, { from, to, links: [...(known?.links ?? []), link] });
    }
  }
}

/** The words that may stand for `node` where it is used. */
function namesOf(node: NodeInfo): string[] {
  if (node.kind === "file") return [node.name.replace(/\..*$/, ""), node.path.split("/").at(-2) ?? ""];
  const outer = node.id.split("::").at(-2);
  return outer && CONSTRUCTORS.has(node.name) ? [node.name, outer] : [node.name];
}

function definitionWord({ name, startLine, endLine }: NodeInfo, text: Text): Word | undefined {
  const last = Math.min(endLine, startLine + REACH, text.lines);
  for (let line = startLine; line <= last; line += 1) {
    const word = words(text, line).find((candidate) => candidate.name === name);
    if (word) return word;
  }
  return undefined;
}

function words(text: Text, line: number): Word[] {
  if (line < 1 || line > text.lines) return [];
  const { from, text: content } = text.line(line);
  return [...content.matchAll(WORD)].map(({ 0: name, index }) => ({ from: from + index, to: from + index + name.length, name }));
}

function byLine<T extends { line: number }>(items: readonly T[]): Map<number, T[]> {
  const lines = new Map<number, T[]>();
  for (const item of items) {
    const known = lines.get(item.line);
    if (known) known.push(item);
    else lines.set(item.line, [item]);
  }
  return lines;
}
