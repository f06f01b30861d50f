/** What an index holds and lacks, in one answer. */
import type { Index, LeftOut, NodeInfo } from "waymark";
import type { Summary } from "../types.js";

/** Central symbols that are told, and how many are looked at to find those of the product. */
const [TOLD, LOOKED] = [12, 200];
/** Examples of what was left out for one reason. */
const EXAMPLES = 5;

/** What `index` holds; `before` is what was left out of its tree before it was made. */
export function summaryOf(index: Index, before: readonly LeftOut[]): Omit<Summary, "milliseconds"> {
  const stats = index.stats({});
  const info = index.info();
  return {
    files: stats.files,
    lines: stats.lines,
    bytes: Number(stats.bytes),
    symbols: stats.symbols,
    edges: stats.edges,
    languages: stats.languages,
    kinds: stats.kinds,
    provenances: stats.provenances,
    absences: stats.absences,
    skipped: together(info.leftOut, before).map(({ reason, files, directories, examples }) => ({
      reason,
      count: files + directories,
      floor: directories > 0,
      examples,
    })),
    problems: stats.report.map(({ reason, count, examples }) => ({ reason, count: Number(count), floor: false, examples })),
    central: central(index),
    packages: info.packages.flatMap(({ name, path, ecosystem }) => (name ? [{ name, path, ecosystem }] : [])),
  };
}

/** One entry a reason, with a few examples in path order. */
function together(some: readonly LeftOut[], more: readonly LeftOut[]): LeftOut[] {
  const reasons = new Map<string, LeftOut>();
  for (const { reason, files, directories, examples } of [...some, ...more]) {
    const known = reasons.get(reason) ?? { reason, files: 0, directories: 0, examples: [] };
    const all = [...known.examples, ...examples].sort().slice(0, EXAMPLES);
    reasons.set(reason, { reason, files: known.files + files, directories: known.directories + directories, examples: all });
  }
  return [...reasons.values()];
}

function central(index: Index): NodeInfo[] {
  const { symbols } = index.outline({ kinds: ["class", "function"], order: "rank", limit: LOOKED });
  return symbols.filter(({ tier }) => tier === undefined || tier === "product").slice(0, TOLD);
}
