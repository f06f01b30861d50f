/** A graph that can be kept elsewhere: the interface that every store has. */

/** A node, as the engine exports it; what else it carries is kept as it is. */
export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly path?: string;
  /** What it does, in words. */
  readonly feature?: string | null;
  readonly [field: string]: unknown;
}

/** An edge; there is one of each kind between two nodes. What else it carries is kept as it is. */
export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  /** `calls`, `imports`, `contains`, `functional` … */
  readonly kind: string;
  /** From 0 to 1; 1 where it is not said. */
  readonly confidence?: number;
  readonly [field: string]: unknown;
}

/** An edge as older files write it: `from` and `to`, `type` and `dep_type`. */
export type LegacyEdge = { readonly [field: string]: unknown };

/** A kind of edge; `invokes` is `calls`, and `dependency` every kind but `functional`. */
export type EdgeType = string;

/** Which nodes are meant: those that meet all that is given. */
export interface NodeFilter {
  readonly kinds?: readonly string[];
  readonly name?: string;
  /** A pattern as in {@link GraphStore.searchByPath}. */
  readonly path?: string;
  readonly hasFeature?: boolean;
}

/** Which edges are meant: those that meet all that is given. */
export interface EdgeFilter {
  readonly source?: string;
  readonly target?: string;
  readonly type?: EdgeType;
  readonly minConfidence?: number;
}

/** A walk along edges. */
export interface TraverseOptions {
  readonly start: string | readonly string[];
  /** `upstream` or `out`: towards what the start depends on; `downstream` or `in`: towards what depends on it; `both` by default. */
  readonly direction?: "upstream" | "downstream" | "out" | "in" | "both";
  /** Steps; 2 by default, -1 until there is nothing more. */
  readonly depth?: number;
  /** Kinds of edges that are followed; all but `contains` and `functional` by default. */
  readonly edgeTypes?: readonly EdgeType[];
  /** Kinds of nodes that are reported; others are walked through. */
  readonly nodeKinds?: readonly string[];
  readonly minConfidence?: number;
  /** The most nodes that are reported, those nearest first; 200 by default. */
  readonly maxNodes?: number;
}

/** A node that was reached. */
export interface Reached {
  readonly node: GraphNode;
  /** Steps from the nearest start. */
  readonly depth: number;
}

/** What a walk reached. */
export interface TraverseResult {
  /** By depth, then id; the starts too. */
  readonly nodes: Reached[];
  /** Edges that were followed between nodes that are reported. */
  readonly edges: GraphEdge[];
  /** How many nodes there are to report. */
  readonly total: number;
  readonly truncated: boolean;
  /** Starts that are no nodes. */
  readonly notFound: string[];
}

/** A node whose feature or name has words of a query. */
export interface SearchHit {
  readonly node: GraphNode;
  readonly score: number;
}

/** An order along edges. */
export interface TopologicalOrder {
  /** All nodes, the source of an edge before its target; of those that could be next, the least id first. */
  readonly nodes: GraphNode[];
  /** Ids that lead to each other: they stand together, by id. */
  readonly cycles: string[][];
}

/** What a store holds. */
export interface GraphStats {
  readonly nodes: number;
  readonly edges: number;
  readonly features: number;
  readonly nodeKinds: Readonly<Record<string, number>>;
  readonly edgeKinds: Readonly<Record<string, number>>;
}

/** A graph as JSON; `Index.export("json")` writes one. What else stands beside nodes and edges is kept. */
export interface SerializedGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (GraphEdge | LegacyEdge)[];
  readonly [field: string]: unknown;
}

/** A graph, wherever it is kept. Lists are sorted by id, edges by source, target and kind: all stores answer alike. */
export interface GraphStore {
  /** Opens what is kept at `path`, or begins it. */
  open(path: string): Promise<void>;
  close(): Promise<void>;

  /** Adds a node; an error if there is one of its id. */
  addNode(node: GraphNode): Promise<void>;
  getNode(id: string): Promise<GraphNode | null>;
  /** Changes fields; the id stays. A field that is `undefined` is taken away. */
  updateNode(id: string, updates: Partial<GraphNode>): Promise<void>;
  /** Removes a node with its edges; nothing happens if there is none. */
  removeNode(id: string): Promise<void>;
  getNodes(filter?: NodeFilter): Promise<GraphNode[]>;

  /** Adds an edge between nodes that are there, or replaces the one of its kind. */
  addEdge(edge: GraphEdge): Promise<void>;
  removeEdge(source: string, target: string, type: EdgeType): Promise<void>;
  getEdges(filter?: EdgeFilter): Promise<GraphEdge[]>;

  /** What a node is divided into: along `functional` edges or, where it has none, `contains`. */
  getChildren(nodeId: string): Promise<GraphNode[]>;
  /** What a node is part of, by the same edges. */
  getParent(nodeId: string): Promise<GraphNode | null>;
  getOutEdges(nodeId: string, type?: EdgeType): Promise<GraphEdge[]>;
  getInEdges(nodeId: string, type?: EdgeType): Promise<GraphEdge[]>;
  /** What a node leans on: the targets of its edges, without `contains` and `functional` ones. */
  getDependencies(nodeId: string): Promise<GraphNode[]>;
  /** What leans on a node. */
  getDependents(nodeId: string): Promise<GraphNode[]>;

  traverse(options: TraverseOptions): Promise<TraverseResult>;

  /** Nodes by the words of their feature and name; of `scopes`, ids, only what is below one of them along `functional` edges. */
  searchByFeature(query: string, scopes?: readonly string[]): Promise<SearchHit[]>;
  /** Nodes at a path, below a directory, or at paths that fit a pattern with `*`, `**` and `?`. */
  searchByPath(pattern: string): Promise<GraphNode[]>;

  getTopologicalOrder(): Promise<TopologicalOrder>;
  getStats(): Promise<GraphStats>;

  /** Replaces what there is. */
  importJSON(data: SerializedGraph): Promise<void>;
  /** What was imported, and changed since: written as JSON, the same bytes. */
  exportJSON(): Promise<SerializedGraph>;
}
