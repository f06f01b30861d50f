/** The graph in memory: the store that there is without any other package. */
import type { EdgeRow, NodeRow } from "./rows.js";
import { TableStore } from "./table-store.js";
import type { EdgeQuery, Tables } from "./tables.js";
import type { Corpus } from "./words.js";

export { readGraph, writeGraph, type GraphFormat, type GraphText } from "./text.js";
export type * from "./types.js";

/** A graph in memory, empty at first; `open` takes any path, and nothing is kept there. */
export class MemoryStore extends TableStore {
  constructor() {
    super(new MemoryTables());
  }
}

type Ends = Map<string, Map<string, EdgeRow>>;

class MemoryTables implements Tables {
  #head = "";
  readonly #nodes = new Map<string, NodeRow>();
  readonly #out: Ends = new Map();
  readonly #in: Ends = new Map();
  readonly #words = new Map<string, Set<string>>();
  #seq = { nodes: 0, edges: 0 };

  open(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.fill("", [], []);
  }

  async fill(head: string, nodes: Iterable<readonly NodeRow[]>, edges: Iterable<readonly EdgeRow[]>): Promise<void> {
    this.#head = head;
    for (const map of [this.#nodes, this.#out, this.#in, this.#words]) map.clear();
    this.#seq = { nodes: 0, edges: 0 };
    for (const rows of nodes) for (const row of rows) await this.putNode(row);
    for (const rows of edges) for (const row of rows) await this.putEdge(row);
  }

  head(): Promise<string> {
    return Promise.resolve(this.#head);
  }

  putNode(row: NodeRow): Promise<void> {
    this.#forget(row.id);
    this.#nodes.set(row.id, row);
    this.#seq.nodes = Math.max(this.#seq.nodes, row.seq);
    for (const word of row.words.split(" ")) entry(this.#words, word, () => new Set<string>()).add(row.id);
    return Promise.resolve();
  }

  putEdge(row: EdgeRow): Promise<void> {
    entry(this.#out, row.source, () => new Map<string, EdgeRow>()).set(`${row.kind} ${row.target}`, row);
    entry(this.#in, row.target, () => new Map<string, EdgeRow>()).set(`${row.kind} ${row.source}`, row);
    this.#seq.edges = Math.max(this.#seq.edges, row.seq);
    return Promise.resolve();
  }

  async dropNode(id: string): Promise<void> {
    for (const { source, target, kind } of await this.edges({ sources: [id] })) await this.dropEdges(source, target, [kind]);
    for (const { source, target, kind } of await this.edges({ targets: [id] })) await this.dropEdges(source, target, [kind]);
    this.#forget(id);
  }

  dropEdges(source: string, target: string, kinds: readonly string[]): Promise<void> {
    for (const kind of kinds) {
      this.#out.get(source)?.delete(`${kind} ${target}`);
      this.#in.get(target)?.delete(`${kind} ${source}`);
    }
    return Promise.resolve();
  }

  nodes(ids: readonly string[]): Promise<NodeRow[]> {
    return Promise.resolve(ids.flatMap((id) => this.#nodes.get(id) ?? []));
  }

  scan({ kinds, name, prefix = "" }: Parameters<Tables["scan"]>[0]): Promise<NodeRow[]> {
    const fits = (row: NodeRow) => (!kinds || kinds.includes(row.kind)) && (name === undefined || row.name === name) && row.path.startsWith(prefix);
    return Promise.resolve([...this.#nodes.values()].filter(fits));
  }

  edges({ sources, targets, kinds }: EdgeQuery): Promise<EdgeRow[]> {
    const maps = sources ? sources.map((id) => this.#out.get(id)) : targets ? targets.map((id) => this.#in.get(id)) : [...this.#out.values()];
    const rows = maps.flatMap((map) => [...(map?.values() ?? [])]);
    return Promise.resolve(kinds ? rows.filter(({ kind }) => kinds.includes(kind)) : rows);
  }

  match(words: readonly string[]): Promise<NodeRow[]> {
    return this.nodes([...new Set(words.flatMap((word) => [...(this.#words.get(word) ?? [])]))]);
  }

  below(ids: readonly string[], kind: string): Promise<string[]> {
    const found = new Set(ids);
    for (const id of found) for (const row of this.#out.get(id)?.values() ?? []) if (row.kind === kind) found.add(row.target);
    return Promise.resolve([...found]);
  }

  corpus(): Promise<Corpus> {
    let length = 0;
    for (const { words } of this.#nodes.values()) length += words ? words.split(" ").length : 0;
    return Promise.resolve({ count: this.#nodes.size, length });
  }

  last(): Promise<{ nodes: number; edges: number }> {
    return Promise.resolve({ ...this.#seq });
  }

  async counts(): ReturnType<Tables["counts"]> {
    const rows = [...this.#nodes.values()];
    const features = rows.filter(({ featured }) => featured).length;
    return { nodes: tally(rows), edges: tally(await this.edges({})), features };
  }

  #forget(id: string): void {
    const row = this.#nodes.get(id);
    this.#nodes.delete(id);
    for (const word of row?.words.split(" ") ?? []) this.#words.get(word)?.delete(id);
  }
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function tally(rows: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
