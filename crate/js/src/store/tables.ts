/** What a place to keep a graph in has to do; everything else is the same for all. */
import type { EdgeRow, NodeRow } from "./rows.js";
import type { Corpus } from "./words.js";

/** Which edges: from one of `sources` or to one of `targets`, of one of `kinds`; all where nothing is said. */
export interface EdgeQuery {
  readonly sources?: readonly string[];
  readonly targets?: readonly string[];
  readonly kinds?: readonly string[];
}

/** Two tables and a text. Rows come in any order. */
export interface Tables {
  open(path: string): Promise<void>;
  close(): Promise<void>;
  /** Forgets all, and keeps these: rows without doubles, as many at a time as a hosted database takes in one statement. */
  fill(head: string, nodes: Iterable<readonly NodeRow[]>, edges: Iterable<readonly EdgeRow[]>): Promise<void>;
  /** The text that was kept; empty before. */
  head(): Promise<string>;
  /** Adds a row, or replaces the one of its id. */
  putNode(row: NodeRow): Promise<void>;
  /** Adds a row, or replaces the one of the same ends and kind. */
  putEdge(row: EdgeRow): Promise<void>;
  /** Removes a node and its edges. */
  dropNode(id: string): Promise<void>;
  dropEdges(source: string, target: string, kinds: readonly string[]): Promise<void>;
  nodes(ids: readonly string[]): Promise<NodeRow[]>;
  /** Nodes of which what is given is true; `prefix` is the beginning of the path. */
  scan(filter: { readonly kinds?: readonly string[]; readonly name?: string; readonly prefix?: string }): Promise<NodeRow[]>;
  edges(query: EdgeQuery): Promise<EdgeRow[]>;
  /** Nodes that have one of `words`. */
  match(words: readonly string[]): Promise<NodeRow[]>;
  /** Ids that edges of `kind` lead to from `ids`, these too, however far. */
  below(ids: readonly string[], kind: string): Promise<string[]>;
  corpus(): Promise<Corpus>;
  /** The highest `seq` of nodes and of edges. */
  last(): Promise<{ readonly nodes: number; readonly edges: number }>;
  /** How many there are of each kind, and how many nodes have a feature. */
  counts(): Promise<{ readonly nodes: Record<string, number>; readonly edges: Record<string, number>; readonly features: number }>;
}
