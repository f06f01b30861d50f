/** What an index holds and lacks, in one answer. */
import type { Index, NodeInfo } from "waymark";
import type { Summary } from "../types.js";

/** Central symbols that are told, and how many are looked at to find those of the product. */
const [TOLD, LOOKED] = [12, 200];

export function summaryOf(index: Index): Omit<Summary, "milliseconds"> {
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
    skipped: info.leftOut.map(({ reason, files, directories, examples }) => ({
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

function central(index: Index): NodeInfo[] {
  const { symbols } = index.outline({ kinds: ["class", "function"], order: "rank", limit: LOOKED });
  return symbols.filter(({ tier }) => tier === undefined || tier === "product").slice(0, TOLD);
}
