/** A store on tables: what all stores have in common, so that they answer alike. */
import { object } from "../check.js";
import { WaymarkError, invalid } from "../errors.js";
import { topological } from "./order.js";
import { fits, literalOf } from "./pattern.js";
import { compare, edgeRow, kindOf, missing, nodeRow, type EdgeRow, type NodeRow } from "./rows.js";
import type { EdgeQuery, Tables } from "./tables.js";
import type * as T from "./types.js";
import { walk } from "./walk.js";
import { scores, wordsOf } from "./words.js";

/** The edges that make a hierarchy: where a node has some of the first kind, those of the second do not count. */
const HIERARCHY = ["functional", "contains"] as const;

/** Rows that are written at once, and characters of them: a hosted database takes no statement without bounds. */
const CHUNK = { rows: 2000, characters: 400_000 };

/** The shape of graphs that is read. */
const VERSION = 1;

/** A graph in tables. */
export class TableStore implements T.GraphStore {
  readonly #kept: Tables;
  #closed = false;

  constructor(tables: Tables) {
    this.#kept = tables;
  }

  get #tables(): Tables {
    if (this.#closed) throw new WaymarkError("closed", "the store is not open");
    return this.#kept;
  }

  async open(path: string): Promise<void> {
    await this.#kept.open(path);
    this.#closed = false;
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#kept.close();
  }

  async addNode(node: T.GraphNode): Promise<void> {
    const row = nodeRow(node, (await this.#tables.last()).nodes + 1);
    if ((await this.#tables.nodes([row.id])).length) invalid(`there is a node ${row.id} already`);
    await this.#tables.putNode(row);
  }

  async getNode(id: string): Promise<T.GraphNode | null> {
    const [row] = await this.#tables.nodes([id]);
    return row ? node(row) : null;
  }

  async updateNode(id: string, updates: Partial<T.GraphNode>): Promise<void> {
    const [row] = await this.#tables.nodes([id]);
    if (!row) missing(id);
    if (updates.id !== undefined && updates.id !== id) invalid("the id of a node stays");
    await this.#tables.putNode(nodeRow({ ...node(row), ...updates }, row.seq));
  }

  async removeNode(id: string): Promise<void> {
    return this.#tables.dropNode(id);
  }

  async getNodes({ kinds, name, path, hasFeature }: T.NodeFilter = {}): Promise<T.GraphNode[]> {
    const rows = await this.#tables.scan({ ...(kinds && { kinds }), ...(name !== undefined && { name }), ...(path !== undefined && { prefix: literalOf(path) }) });
    return nodes(rows.filter((row) => (path === undefined || fits(row.path, path)) && (hasFeature === undefined || row.featured === hasFeature)));
  }

  async addEdge(edge: T.GraphEdge): Promise<void> {
    const row = edgeRow(edge, (await this.#tables.last()).edges + 1);
    await this.#mustHave([row.source, row.target]);
    const [same] = await this.#edges({ sources: [row.source], kinds: [row.kind] }, ({ target }) => target === row.target);
    await this.#tables.putEdge(same ? { ...row, seq: same.seq } : row);
  }

  async removeEdge(source: string, target: string, type: T.EdgeType): Promise<void> {
    return type === "dependency" ? this.#removeAll(source, target) : this.#tables.dropEdges(source, target, [kindOf(type)]);
  }

  async getEdges({ source, target, type, minConfidence = 0 }: T.EdgeFilter = {}): Promise<T.GraphEdge[]> {
    const query = { ...(source !== undefined ? { sources: [source] } : target !== undefined && { targets: [target] }), ...kindsOf(type) };
    const fit = (row: EdgeRow) => isOf(row, type) && (target === undefined || row.target === target) && row.confidence >= minConfidence;
    return edges(await this.#edges(query, fit));
  }

  async getChildren(nodeId: string): Promise<T.GraphNode[]> {
    return this.#nodes((await this.#hierarchy({ sources: [nodeId] })).map(({ target }) => target));
  }

  async getParent(nodeId: string): Promise<T.GraphNode | null> {
    const [parent] = await this.#nodes((await this.#hierarchy({ targets: [nodeId] })).map(({ source }) => source));
    return parent ?? null;
  }

  getOutEdges(nodeId: string, type?: T.EdgeType): Promise<T.GraphEdge[]> {
    return this.getEdges({ source: nodeId, ...(type !== undefined && { type }) });
  }

  getInEdges(nodeId: string, type?: T.EdgeType): Promise<T.GraphEdge[]> {
    return this.getEdges({ target: nodeId, ...(type !== undefined && { type }) });
  }

  async getDependencies(nodeId: string): Promise<T.GraphNode[]> {
    return this.#nodes((await this.#edges({ sources: [nodeId] }, isUse)).map(({ target }) => target));
  }

  async getDependents(nodeId: string): Promise<T.GraphNode[]> {
    return this.#nodes((await this.#edges({ targets: [nodeId] }, isUse)).map(({ source }) => source));
  }

  async traverse(options: T.TraverseOptions): Promise<T.TraverseResult> {
    const starts = typeof options.start === "string" ? [options.start] : options.start;
    const there = new Set((await this.#tables.nodes(starts)).map(({ id }) => id));
    const { edgeTypes, minConfidence = 0 } = options;
    const follows = (row: EdgeRow) => (edgeTypes ? edgeTypes.some((type) => isOf(row, type)) : isUse(row)) && row.confidence >= minConfidence;
    const { depths, followed } = await walk([...there], options, (query) => this.#edges({ ...query, ...kindsOf(...(edgeTypes ?? [])) }, follows));
    const found = await this.#nodes([...depths.keys()]);
    const reported = found.filter(({ kind }) => !options.nodeKinds || options.nodeKinds.includes(kind)).map((one) => ({ node: one, depth: depths.get(one.id) ?? 0 }));
    const shown = reported.sort((a, b) => a.depth - b.depth || compare(a.node.id, b.node.id)).slice(0, options.maxNodes ?? 200);
    const ids = new Set(shown.map(({ node: { id } }) => id));
    return {
      nodes: shown,
      edges: edges(followed.filter(({ source, target }) => ids.has(source) && ids.has(target))),
      total: reported.length,
      truncated: shown.length < reported.length,
      notFound: starts.filter((id) => !there.has(id)),
    };
  }

  async searchByFeature(query: string, scopes?: readonly string[]): Promise<T.SearchHit[]> {
    const words = [...new Set(wordsOf(query))];
    if (scopes) await this.#mustHave(scopes);
    if (!words.length) return [];
    const [rows, corpus] = await Promise.all([this.#tables.match(words), this.#tables.corpus()]);
    const scored = scores(rows, words, corpus);
    const within = scopes && new Set(await this.#tables.below(scopes, HIERARCHY[0]));
    const hits = rows.map((row, at) => ({ row, score: scored[at] ?? 0 })).filter(({ row }) => !within || within.has(row.id));
    return hits.sort((a, b) => b.score - a.score || compare(a.row.id, b.row.id)).map(({ row, score }) => ({ node: node(row), score }));
  }

  searchByPath(pattern: string): Promise<T.GraphNode[]> {
    return this.getNodes({ path: pattern });
  }

  async getTopologicalOrder(): Promise<T.TopologicalOrder> {
    const [rows, all] = await Promise.all([this.#tables.scan({}), this.#tables.edges({})]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const components = topological([...byId.keys()].sort(compare), all);
    return {
      nodes: components.flatMap(({ ids }) => ids.flatMap((id) => byId.get(id) ?? [])).map(node),
      cycles: components.filter(({ cyclic }) => cyclic).map(({ ids }) => ids),
    };
  }

  async getStats(): Promise<T.GraphStats> {
    const { nodes: nodeKinds, edges: edgeKinds, features } = await this.#tables.counts();
    return { nodes: sum(nodeKinds), edges: sum(edgeKinds), features, nodeKinds: sorted(nodeKinds), edgeKinds: sorted(edgeKinds) };
  }

  async importJSON(graph: T.SerializedGraph): Promise<void> {
    if (![object(graph, "a graph").nodes, graph.edges].every((list) => Array.isArray(list))) invalid("a graph has lists of nodes and edges");
    if ((graph["version"] ?? VERSION) !== VERSION) invalid(`a graph of version ${JSON.stringify(graph["version"])} is not known`);
    const nodeRows = graph.nodes.map((one, at) => nodeRow(one, at + 1));
    const edgeRows = graph.edges.map((one, at) => edgeRow(one, at + 1));
    checkSound(nodeRows, edgeRows);
    // What stands beside nodes and edges, and the places of all.
    await this.#tables.fill(JSON.stringify({ ...graph, nodes: null, edges: null }), chunks(nodeRows), chunks(edgeRows));
  }

  async exportJSON(): Promise<T.SerializedGraph> {
    const [head, nodeRows, edgeRows] = await Promise.all([this.#tables.head(), this.#tables.scan({}), this.#tables.edges({})]);
    const bySeq = (a: { seq: number }, b: { seq: number }) => a.seq - b.seq;
    const beside = JSON.parse(head || '{"nodes":null,"edges":null}') as T.SerializedGraph;
    return { ...beside, nodes: nodeRows.sort(bySeq).map(node), edges: edgeRows.sort(bySeq).map(edge) };
  }

  async #removeAll(source: string, target: string): Promise<void> {
    const kinds = (await this.getEdges({ source, target, type: "dependency" })).map(({ kind }) => kind);
    if (kinds.length) await this.#tables.dropEdges(source, target, kinds);
  }

  async #nodes(ids: readonly string[]): Promise<T.GraphNode[]> {
    return ids.length ? nodes(await this.#tables.nodes([...new Set(ids)])) : [];
  }

  async #edges(query: EdgeQuery, fit: (row: EdgeRow) => boolean): Promise<EdgeRow[]> {
    return (await this.#tables.edges(query)).filter(fit);
  }

  /** The edges by which a node is divided or part of something. */
  async #hierarchy(query: EdgeQuery): Promise<EdgeRow[]> {
    const rows = await this.#tables.edges({ ...query, kinds: HIERARCHY });
    const functional = rows.filter(({ kind }) => kind === HIERARCHY[0]);
    return functional.length ? functional : rows;
  }

  async #mustHave(ids: readonly string[]): Promise<void> {
    const there = new Set((await this.#tables.nodes(ids)).map(({ id }) => id));
    const gone = ids.find((id) => !there.has(id));
    if (gone !== undefined) missing(gone);
  }
}

function node({ data }: NodeRow): T.GraphNode {
  return JSON.parse(data) as T.GraphNode;
}

function nodes(rows: NodeRow[]): T.GraphNode[] {
  return rows.sort((a, b) => compare(a.id, b.id)).map(node);
}

function edge({ data }: EdgeRow): T.GraphEdge {
  return JSON.parse(data) as T.GraphEdge;
}

function edges(rows: EdgeRow[]): T.GraphEdge[] {
  return rows.sort((a, b) => compare(a.source, b.source) || compare(a.target, b.target) || compare(a.kind, b.kind)).map(edge);
}

/** Whether an edge says that its source leans on its target. */
function isUse({ kind }: EdgeRow): boolean {
  return !(HIERARCHY as readonly string[]).includes(kind);
}

function isOf({ kind }: EdgeRow, type: T.EdgeType | undefined): boolean {
  return type === undefined || (type === "dependency" ? kind !== HIERARCHY[0] : kind === kindOf(type));
}

/** The kinds that are asked for, where they are named one by one. */
function kindsOf(...types: readonly (T.EdgeType | undefined)[]): { kinds?: string[] } {
  const named = types.filter((type) => type !== undefined && type !== "dependency") as string[];
  return named.length && named.length === types.length ? { kinds: named.map(kindOf) } : {};
}

function* chunks<Row extends { readonly data: string }>(rows: readonly Row[]): Generator<Row[]> {
  let chunk: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    if (chunk.length && (chunk.length >= CHUNK.rows || characters + row.data.length > CHUNK.characters)) {
      yield chunk;
      [chunk, characters] = [[], 0];
    }
    chunk.push(row);
    characters += row.data.length;
  }
  if (chunk.length) yield chunk;
}

function checkSound(nodeRows: readonly NodeRow[], edgeRows: readonly EdgeRow[]): void {
  const ids = new Set(nodeRows.map(({ id }) => id));
  if (ids.size !== nodeRows.length) throw new WaymarkError("invalid-argument", "two nodes have one id");
  const loose = edgeRows.find(({ source, target }) => !ids.has(source) || !ids.has(target));
  if (loose) throw new WaymarkError("invalid-argument", `an edge leads from ${loose.source} to ${loose.target}, and one of them is no node`);
  if (new Set(edgeRows.map(({ source, target, kind }) => JSON.stringify([source, target, kind]))).size !== edgeRows.length) {
    throw new WaymarkError("invalid-argument", "two edges have the same ends and kind");
  }
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => compare(a, b)));
}
