/** Nodes and edges as rows of two tables. */
import { object } from "../check.js";
import { WaymarkError, invalid, messageOf } from "../errors.js";
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
  const { id, kind, name = "", path = "", feature } = object(node, "a node");
  if (typeof id !== "string" || !id || typeof kind !== "string") invalid("a node has an id and a kind");
  if (![name, path, feature ?? ""].every((part) => typeof part === "string")) invalid(`name, path and feature of ${id} have to be strings`);
  if (![id, kind, name, path].every(isText)) invalid(`what names ${JSON.stringify(id)} is no text: there is half a character in it, or a zero`);
  const words = wordsOf(`${feature ?? ""} ${name}`).join(" ");
  return { seq, id, kind, name, path, featured: Boolean(feature), words, data: json(node, id) };
}

/** The row of `edge`, however it is written. */
export function edgeRow(edge: GraphEdge | LegacyEdge, seq: number): EdgeRow {
  const current = currentEdge(object(edge, "an edge"));
  const { source, target, kind, confidence = 1 } = current;
  if (![source, target, kind].every((part) => typeof part === "string" && part)) invalid("an edge has a source, a target and a kind");
  const what = `the edge from ${source} to ${target}`;
  if (!isText(kind)) invalid(`the kind of ${what} is no text`);
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1)) invalid(`the confidence of ${what} is no number from 0 to 1`);
  return { seq, source, target, kind, confidence, data: json(current, what) };
}

/** Whether every database keeps `text` as it is: some hold neither half a pair of surrogates nor a zero. */
function isText(text: string): boolean {
  return !/[\p{Surrogate}\0]/u.test(text);
}

function json(row: object, what: string): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    return invalid(`${what} cannot be written as JSON: ${messageOf(error)}`);
  }
}

/** A row in JSON; a confidence is no count, and the engine writes it as a fraction. */
export function written(row: object): string {
  // Within a string its quotes would be escaped.
  return JSON.stringify(row).replace(/"confidence":(\d+)(?=[,}])/g, '"confidence":$1.0');
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
