/** Graphs as lines: what a line of JSONL says of a node, of one place of an edge, or of a use that has none. */
import { invalid } from "../errors.js";
import { written } from "./rows.js";
import type { GraphEdge, GraphNode, LegacyEdge, SerializedGraph } from "./types.js";

type Line = Readonly<Record<string, unknown>>;

/** Fields of nodes that lines call otherwise. */
const NAMES = new Map([
  ["start_line", "startLine"],
  ["end_line", "endLine"],
  ["name_line", "nameLine"],
  ["feature_source", "featureSource"],
]);
const LINES = new Map([...NAMES].map(([line, field]) => [field, line]));

/** Takes lines, one by one, and makes a graph of them. */
export class GraphLines {
  readonly #nodes: GraphNode[] = [];
  readonly #edges = new Map<string, Line[]>();
  readonly #unresolved: Line[] = [];

  /** Takes `line`; `where` says which, should it be none. */
  add(line: unknown, where: string): void {
    if (!isObject(line)) invalid(`${where} is no object`);
    const { t, ...row } = line;
    if (t === "node") this.#nodes.push(nodeOf(row, where));
    else if (t === "edge") this.#place(row, where);
    else if (t === "unresolved") this.#unresolved.push(row);
    else invalid(`${where} is of no known kind: t is ${JSON.stringify(t) ?? "missing"}`);
  }

  /** The graph of all lines. */
  graph(): SerializedGraph {
    const edges = [...this.#edges.values()].map(edgeOf);
    return { version: 1, nodes: this.#nodes, edges, ...(this.#unresolved.length && { unresolved: this.#unresolved }) };
  }

  #place(row: Line, where: string): void {
    const ends = [row["source"], row["target"], row["kind"]];
    if (!ends.every((end) => typeof end === "string" && end)) invalid(`${where}: an edge has a source, a target and a kind`);
    const key = JSON.stringify(ends);
    const places = this.#edges.get(key);
    if (!places) this.#edges.set(key, [row]);
    else if (isPlace(row) && isPlace(places[0] ?? {})) places.push(row);
    else invalid(`${where}: there is such an edge already`);
  }
}

/** The lines of `graph`. */
export function* linesOf({ nodes, edges, unresolved }: SerializedGraph): Generator<string> {
  for (const node of nodes) yield `${written({ t: "node", ...renamed(node["fqn"] === undefined ? { ...node, fqn: node.id } : node, LINES) })}\n`;
  for (const edge of edges) for (const line of placesOf(edge)) yield `${written({ t: "edge", ...line })}\n`;
  if (Array.isArray(unresolved)) for (const row of unresolved as Line[]) yield `${written({ t: "unresolved", ...row })}\n`;
}

function nodeOf(row: Line, where: string): GraphNode {
  const { id, kind } = row;
  if (typeof id !== "string" || !id || typeof kind !== "string") invalid(`${where}: a node has an id and a kind`);
  return renamed(row, NAMES) as GraphNode;
}

function renamed(row: Line, names: ReadonlyMap<string, string>): Line {
  return Object.fromEntries<unknown>(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value]));
}

function isPlace({ line }: Line): boolean {
  return typeof line === "number";
}

/** One edge of all its places: as sure as the surest of them. */
function edgeOf(places: readonly Line[]): GraphEdge {
  const sure = ({ confidence }: Line) => (typeof confidence === "number" ? confidence : 1);
  const best = places.reduce((a, b) => (sure(b) > sure(a) ? b : a));
  const told = places.map((place) => without(place, "source", "target", "kind"));
  const alike = new Set(told.map((place) => JSON.stringify({ ...place, line: null }))).size === 1;
  const sites = places.filter(isPlace).map(({ line }) => line);
  return { ...without(best, "line"), sites, ...(!alike && { places: told }) } as unknown as GraphEdge;
}

function placesOf(edge: GraphEdge | LegacyEdge): Line[] {
  const { kind, source, target, sites, places, ...rest } = edge;
  if (Array.isArray(places)) return places.map((place: object) => ({ kind, source, target, ...place }));
  const lines: readonly unknown[] = Array.isArray(sites) && sites.length ? sites : [null];
  return lines.map((line) => ({ kind, source, target, line, ...rest }));
}

function without(row: Line, ...fields: readonly string[]): Line {
  return Object.fromEntries<unknown>(Object.entries(row).filter(([name]) => !fields.includes(name)));
}

function isObject(value: unknown): value is Line {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
