/** The graph in SurrealDB: nodes and edges are records, an edge begins with its source and links to its target; words are a list with an index. */
import { createWasmEngines } from "@surrealdb/wasm";
import { RecordId, Surreal } from "surrealdb";
import { WaymarkError } from "../errors.js";
import { fetchingFiles } from "./file-fetch.js";
import type { EdgeRow, NodeRow } from "./rows.js";
import { TableStore } from "./table-store.js";
import type { EdgeQuery, Tables } from "./tables.js";
import type { Corpus } from "./words.js";

export type * from "./types.js";

/**
 * A graph in SurrealDB. `open` takes `mem://`, `indxdb://<name>` in a page, or the address of a server if the client
 * that is given can reach one; any other path is the name of a database of `mem://`, or of the client's own.
 */
export class SurrealStore extends TableStore {
  constructor(options: { readonly client?: Surreal } = {}) {
    super(new SurrealTables(options.client));
  }
}

// Words are ours already, and scored by us: its full-text index writes all places of a word anew for each node that has it,
// and took six times as long for four times the nodes. Edges are no relations: it would keep four more keys for each, and take
// three times as long to take them in.
const TABLES = `
  DEFINE TABLE IF NOT EXISTS node SCHEMALESS;
  DEFINE TABLE IF NOT EXISTS edge SCHEMALESS;
  DEFINE TABLE IF NOT EXISTS head SCHEMALESS;
`;
const INDEXES = `
  DEFINE INDEX IF NOT EXISTS node_words ON node FIELDS words.*;
  DEFINE INDEX IF NOT EXISTS node_path ON node FIELDS path;
  DEFINE INDEX IF NOT EXISTS node_name ON node FIELDS name;
  DEFINE INDEX IF NOT EXISTS edge_target ON edge FIELDS target;
`;

/** The edges from `$id`: those whose ids begin with it. No text is greater than an object. */
const OUT = "edge:[$id, NONE]..[$id, {}]";

/** Rows of one statement: a larger one takes it more time for each row. */
const CHUNK = 50;

/**
 * The engine's memory grows by as little as it lacks, and each time the whole of it is new to the collector of garbage,
 * which from 60,000 rows on does nothing but collect. So room is made ahead, for as many rows again: by a value that it
 * takes in and throws away, which it holds three times meanwhile. Bytes of a row beside its text, and of a graph that is
 * too small to want any.
 */
const ROOM = { row: 1000, copies: 3, small: 32 << 20 };

const ADDRESS = /^[a-z]+:\/\//;

type Row = Record<string, unknown>;

class SurrealTables implements Tables {
  readonly #given: Surreal | undefined;
  #client: Surreal | undefined;
  #written = 0;
  #room: number = ROOM.small;

  constructor(client: Surreal | undefined) {
    this.#given = client;
  }

  async open(path: string): Promise<void> {
    await this.close();
    const client = this.#given ?? new Surreal({ engines: createWasmEngines() });
    if (!this.#given || ADDRESS.test(path)) await fetchingFiles(() => client.connect(ADDRESS.test(path) ? path : "mem://"));
    await client.use({ namespace: "waymark", database: ADDRESS.test(path) ? "graph" : path });
    this.#client = client;
    await this.#query(TABLES + INDEXES);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client && !this.#given) await client.close();
  }

  async fill(head: string, nodes: Iterable<readonly NodeRow[]>, edges: Iterable<readonly EdgeRow[]>): Promise<void> {
    [this.#written, this.#room] = [0, ROOM.small];
    // Without its indexes a table is emptied and filled at once.
    await this.#query(`REMOVE TABLE IF EXISTS edge; REMOVE TABLE IF EXISTS node; ${TABLES}`);
    await this.#query("UPSERT head:only SET text = $head", { head });
    for (const rows of nodes) await this.#insert("node", rows.map((row) => ({ id: row.id, ...nodeContent(row) })));
    for (const rows of edges) await this.#insert("edge", rows.map((row) => ({ id: edgeKey(row), ...edgeContent(row) })));
    // An index is made in one go, and takes less than the rows.
    if (this.#written > ROOM.small) await this.#reserve(this.#written / 2);
    await this.#query(INDEXES);
  }

  async head(): Promise<string> {
    const [row] = await this.#rows<{ text?: string }>("SELECT text FROM head:only");
    return row?.text ?? "";
  }

  async putNode(row: NodeRow): Promise<void> {
    await this.#query("UPSERT $id CONTENT $content RETURN NONE", { id: nodeId(row.id), content: nodeContent(row) });
  }

  async putEdge(row: EdgeRow): Promise<void> {
    await this.#query("UPSERT $id CONTENT $content RETURN NONE", { id: new RecordId("edge", edgeKey(row)), content: edgeContent(row) });
  }

  async dropNode(id: string): Promise<void> {
    await this.#query(`DELETE ${OUT} RETURN NONE; DELETE edge WHERE target = $node RETURN NONE; DELETE $node RETURN NONE`, { id, node: nodeId(id) });
  }

  async dropEdges(source: string, target: string, kinds: readonly string[]): Promise<void> {
    await this.#query("DELETE $ids RETURN NONE", { ids: kinds.map((kind) => new RecordId("edge", edgeKey({ source, kind, target }))) });
  }

  async nodes(ids: readonly string[]): Promise<NodeRow[]> {
    return nodeRows(await this.#rows("SELECT * FROM $ids", { ids: ids.map(nodeId) }));
  }

  async scan({ kinds, name, prefix }: Parameters<Tables["scan"]>[0]): Promise<NodeRow[]> {
    const where = [...(kinds ? ["kind IN $kinds"] : []), ...(name === undefined ? [] : ["name = $name"]), ...(prefix ? ["path >= $prefix AND path < $end"] : [])];
    const sql = `SELECT * FROM node${where.length ? ` WHERE ${where.join(" AND ")}` : ""}`;
    return nodeRows(await this.#rows(sql, { kinds, name, prefix, end: `${prefix ?? ""}\u{10ffff}` }));
  }

  async edges({ sources, targets, kinds }: EdgeQuery): Promise<EdgeRow[]> {
    const where = kinds ? " WHERE kind IN $kinds" : "";
    if (!sources && !targets) return edgeRows(await this.#rows(`SELECT * FROM edge${where}`, { kinds }));
    const found = sources
      ? this.#rows(each(`SELECT * FROM ${OUT}${where}`), { ids: sources, kinds })
      : this.#rows(each(`SELECT * FROM edge WHERE target = $id${kinds ? " AND kind IN $kinds" : ""}`), { ids: (targets ?? []).map(nodeId), kinds });
    return edgeRows(await found);
  }

  async match(words: readonly string[]): Promise<NodeRow[]> {
    return nodeRows(await this.#rows("SELECT * FROM node WHERE words CONTAINSANY $words", { words }));
  }

  async below(ids: readonly string[], kind: string): Promise<string[]> {
    const found = new Set(ids);
    for (let level = [...ids]; level.length; ) {
      const next = (await this.edges({ sources: level, kinds: [kind] })).map(({ target }) => target);
      level = [...new Set(next)].filter((id) => !found.has(id));
      for (const id of level) found.add(id);
    }
    return [...found];
  }

  async corpus(): Promise<Corpus> {
    const [row] = await this.#rows("SELECT count() AS count, math::sum(size) AS length FROM node GROUP ALL");
    return { count: Number(row?.["count"] ?? 0), length: Number(row?.["length"] ?? 0) };
  }

  async last(): Promise<{ nodes: number; edges: number }> {
    // Of no rows the greatest is less than any number.
    const most = async (table: string) => Math.max(0, Number((await this.#rows(`SELECT math::max(seq) AS most FROM ${table} GROUP ALL`))[0]?.["most"] ?? 0));
    return { nodes: await most("node"), edges: await most("edge") };
  }

  async counts(): ReturnType<Tables["counts"]> {
    const count = async (sql: string) => Object.fromEntries((await this.#rows(sql)).map(({ kind, count }) => [String(kind), Number(count)]));
    const [nodes, edges] = [await count("SELECT kind, count() AS count FROM node GROUP BY kind"), await count("SELECT kind, count() AS count FROM edge GROUP BY kind")];
    const featured = await count("SELECT featured AS kind, count() AS count FROM node GROUP BY kind");
    return { nodes, edges, features: featured["true"] ?? 0 };
  }

  async #insert(table: string, records: readonly (Row & { readonly data: string })[]): Promise<void> {
    for (let at = 0; at < records.length; at += CHUNK) {
      const rows = records.slice(at, at + CHUNK);
      this.#written += rows.reduce((sum, { data }) => sum + ROOM.row + data.length, 0);
      if (this.#written > this.#room) await this.#reserve(this.#written);
      await this.#query(`INSERT INTO ${table} $rows RETURN NONE`, { rows });
    }
  }

  /** Makes room for `bytes` more in the memory of an engine of our own. */
  async #reserve(bytes: number): Promise<void> {
    this.#room = this.#written + bytes;
    if (!this.#given) await this.#query("RETURN NONE", { room: new Uint8Array(bytes / ROOM.copies) });
  }

  /** The rows of the only statement in `sql`. */
  async #rows<R = Row>(sql: string, bindings?: Row): Promise<R[]> {
    const [rows] = (await this.#query(sql, bindings)) as R[][];
    return rows ?? [];
  }

  async #query(sql: string, bindings: Row = {}): Promise<unknown[]> {
    if (!this.#client) throw new WaymarkError("closed", "the store is not open");
    return this.#client.query(sql, bindings);
  }
}

/** The rows of a query about `$id` for each of `$ids`; for all of them at once it would look at every record. */
function each(sql: string): string {
  return `RETURN $ids.map(|$id| (${sql})).flatten()`;
}

function nodeId(id: string): RecordId {
  return new RecordId("node", id);
}

function nodeContent({ seq, kind, name, path, featured, words, data }: NodeRow): Row & { data: string } {
  const list = words ? words.split(" ") : [];
  return { seq, kind, name, path, featured, words: list, size: list.length, data };
}

function edgeKey({ source, kind, target }: Pick<EdgeRow, "source" | "kind" | "target">): string[] {
  return [source, kind, target];
}

function edgeContent({ seq, kind, target, confidence, data }: EdgeRow): Row & { data: string } {
  return { seq, kind, target: nodeId(target), confidence, data };
}

function nodeRows(rows: readonly Row[]): NodeRow[] {
  return rows.map((row) => ({ ...row, id: idOf(row["id"]), words: (row["words"] as string[]).join(" ") }) as unknown as NodeRow);
}

function edgeRows(rows: readonly Row[]): EdgeRow[] {
  return rows.map((row) => ({ ...row, source: (idOf(row["id"]) as string[])[0], target: idOf(row["target"]) }) as unknown as EdgeRow);
}

function idOf(record: unknown): unknown {
  return (record as RecordId).id;
}
