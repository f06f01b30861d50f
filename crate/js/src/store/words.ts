/** Words of a text, and how well they answer a query: one rule for all stores, whose own tokens and scores differ. */
import type { NodeRow } from "./rows.js";

/** Words in lower case: runs of letters and digits, `camelCase` as two. */
export function wordsOf(text: string): string[] {
  const split = text.normalize("NFC").replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return split.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What BM25 has to know of all nodes. */
export interface Corpus {
  /** Nodes. */
  readonly count: number;
  /** Words of all nodes together. */
  readonly length: number;
}

/** Usual constants of BM25. */
const [K1, B] = [1.2, 0.75];

/** The score of each of `rows`, which are all nodes that have one of `query`, by BM25. */
export function scores(rows: readonly NodeRow[], query: readonly string[], { count, length }: Corpus): number[] {
  const counted = rows.map(({ words }) => {
    const own = words.split(" ");
    return { size: own.length, times: query.map((word) => own.filter((other) => other === word).length) };
  });
  const idf = query.map((_, at) => {
    const having = counted.filter(({ times }) => times[at]).length;
    return Math.log(1 + (count - having + 0.5) / (having + 0.5));
  });
  const average = length / Math.max(1, count);
  return counted.map(({ size, times }) => {
    const norm = K1 * (1 - B + (B * size) / average);
    const score = times.reduce((sum, n, at) => sum + ((idf[at] ?? 0) * n * (K1 + 1)) / (n + norm), 0);
    return Math.round(score * 1e6) / 1e6;
  });
}
