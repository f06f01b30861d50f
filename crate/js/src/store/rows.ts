/** Nodes and edges as rows of two tables. */
import { WaymarkError, invalid } from "../errors.js";
import type { GraphEdge, GraphNode, LegacyEdge } from "./types.js";
import { wordsOf } from "./words.js";

/** A node: what is asked by, and all of it. */
export interface NodeRow {
  /** Where it stands in an export. */
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  /** Whether it has a feature. */
  readonly featured: boolean;
  /** Words of its feature and name, with blanks between them. */
  readonly words: string;
  /** The node in JSON. */
  readonly data: string;
}

/** An edge. */
export interface EdgeRow {
  readonly seq: number;
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  readonly confidence: number;
  /** The edge in JSON. */
  readonly data: string;
}

/** The row of `node`. */
export function nodeRow(node: GraphNode, seq: number): NodeRow {
  const { id, kind, name = "", path = "", feature } = node;
  if (typeof id !== "string" || !id || typeof kind !== "string") invalid("a node has an id and a kind");
  const words = wordsOf(`${feature ?? ""} ${name}`).join(" ");
  return { seq, id, kind, name, path, featured: Boolean(feature), words, data: JSON.stringify(node) };
}

/** The row of `edge`, however it is written. */
export function edgeRow(edge: GraphEdge | LegacyEdge, seq: number): EdgeRow {
  const current = currentEdge(edge);
  const { source, target, kind, confidence = 1 } = current;
  if (![source, target, kind].every((part) => typeof part === "string" && part)) invalid("an edge has a source, a target and a kind");
  return { seq, source, target, kind, confidence, data: JSON.stringify(current) };
}

const FIELDS: Readonly<Record<string, string>> = { from: "source", to: "target" };

/** An edge of today: `from`, `to`, `type` and `dep_type` are read as what they are now, the ends in their places. */
function currentEdge(edge: GraphEdge | LegacyEdge): GraphEdge {
  const { type, dep_type: old, depType = old, ...rest } = edge;
  const written = typeof edge["kind"] === "string" ? edge : { ...rest, kind: type === "functional" ? type : (depType ?? type) };
  const entries = Object.entries(written).map(([name, value]) => [FIELDS[name] ?? name, name === "kind" ? kindOf(String(value)) : value]);
  return Object.fromEntries(entries) as GraphEdge;
}

/** Today's name of a kind of edge. */
export function kindOf(type: string): string {
  return type === "invokes" ? "calls" : type;
}

/** The order of ids: every list is sorted here, since databases differ in theirs. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The error for a node that has to be there. */
export function missing(id: string): never {
  throw new WaymarkError("not-found", `there is no node ${id}`);
}
