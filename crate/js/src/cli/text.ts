/** Answers as a person reads them, line by line. */
import type { AbsenceTotals, Explanation, FetchedNode, IndexInfo, IndexStats, NodeInfo, Uses } from "../index.js";

/** What an index holds and what was left out. */
export function summary(stats: IndexStats, info: IndexInfo, { total }: AbsenceTotals): string[] {
  const languages = stats.languages.map(({ name, count }) => `${name === "none" ? "no language" : name} ${count}`).join(", ") || "none";
  const leftOut = info.leftOut.map(({ reason, files, directories, examples: [example] }) => {
    const parts = [...(files || !directories ? [of(files, "file")] : []), ...(directories ? [of(directories, "directory")] : [])];
    return `${reason} ${parts.join(" and ")}${example === undefined ? "" : `, such as ${example}`}`;
  });
  const uses = Object.entries<number>({ ...total }).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  const notes = stats.report.map(({ reason, count, examples }) => `${reason} ${count}: ${examples.join(", ")}`);
  return [
    `${of(stats.files, "file")}, ${of(stats.lines, "line")}, ${of(stats.symbols, "symbol")}, ${of(stats.edges, "edge")}`,
    `languages: ${languages}`,
    ...(stats.symbols ? [`uses: ${uses.join(", ")}`] : []),
    ...leftOut.map((line) => `left out: ${line}`),
    ...notes.map((line) => `note: ${line}`),
    ...(stats.symbols ? [] : ["no code was found: no file that was read is in a language that Waymark knows"]),
  ];
}

/** `path:line name` of a node. */
export function place(node: NodeInfo): string {
  const lines = node.startLine ? `:${node.startLine}-${node.endLine}` : "";
  return `${node.path}${lines}  ${node.kind} ${node.id}`;
}

/** A node with its source and its neighbours. */
export function node(node: FetchedNode): string[] {
  const { source, deps } = node;
  return [
    place(node),
    ...(node.doc ? ["", ...linesOf(node.doc)] : []),
    ...(source ? ["", ...linesOf(source.text.replace(/\r?\n$/, ""))] : []),
    ...(source?.truncated ? [`… ${source.totalLines} lines in all`] : []),
    ...(deps ? ["", ...uses("used by", deps.dependents), ...uses("uses", deps.dependencies)] : []),
  ];
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Why a use has its edge or none. */
export function explanation({ path, line, name, usage, rule, because, receiver, targets, provenance, confidence, absence, removed, removedTotal }: Explanation): string[] {
  const more = removedTotal - removed.length;
  return [
    `${path}:${line}  ${usage} ${name || "(computed)"}: ${absence ?? `${provenance} ${confidence}`}`,
    ...targets.map((id) => `  means ${id}`),
    `  ${rule === undefined ? "" : `rule ${rule}: `}${because}`,
    ...(receiver === undefined ? [] : [`  the receiver is ${receiver}`]),
    ...removed.map(({ id, rule, why }) => `  not ${id}  rule ${rule}: ${why}`),
    ...(more > 0 ? [`  and ${more} others`] : []),
  ];
}

function uses(title: string, { page, uses }: Uses): string[] {
  if (!page.total) return [];
  return [`${title} (${page.total})`, ...uses.map((use) => `  ${use.kind} ${use.node.id}  ${use.provenance} ${use.confidence}`)];
}

function of(count: number, what: string): string {
  const many = what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? what : many}`;
}
