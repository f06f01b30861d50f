/** The graph in SurrealDB: nodes are records, edges are relations between them, words have its full-text index. */
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

// Words are ours already, so that the tokens of the index are the same; its own score is not asked for.
const SCHEMA = `
  DEFINE ANALYZER IF NOT EXISTS waymark TOKENIZERS blank;
  DEFINE TABLE IF NOT EXISTS node SCHEMALESS;
  DEFINE TABLE IF NOT EXISTS edge TYPE RELATION IN node OUT node SCHEMALESS;
  DEFINE TABLE IF NOT EXISTS head SCHEMALESS;
  DEFINE INDEX IF NOT EXISTS node_words ON node FIELDS words FULLTEXT ANALYZER waymark BM25;
  DEFINE INDEX IF NOT EXISTS node_path ON node FIELDS path;
  DEFINE INDEX IF NOT EXISTS node_name ON node FIELDS name;
`;

/** Rows of one statement: a larger one takes it more time for each row. */
const CHUNK = 100;

const ADDRESS = /^[a-z]+:\/\//;

type Row = Record<string, unknown>;

class SurrealTables implements Tables {
  readonly #given: Surreal | undefined;
  #client: Surreal | undefined;

  constructor(client: Surreal | undefined) {
    this.#given = client;
  }

  async open(path: string): Promise<void> {
    await this.close();
    const client = this.#given ?? new Surreal({ engines: createWasmEngines() });
    if (!this.#given || ADDRESS.test(path)) await fetchingFiles(() => client.connect(ADDRESS.test(path) ? path : "mem://"));
    await client.use({ namespace: "waymark", database: ADDRESS.test(path) ? "graph" : path });
    this.#client = client;
    await this.#query(SCHEMA);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client && !this.#given) await client.close();
  }

  async clear(head: string): Promise<void> {
    // Without its index a table is emptied and filled at once.
    await this.#query("REMOVE TABLE IF EXISTS edge; REMOVE TABLE IF EXISTS node;");
    await this.#query(SCHEMA);
    await this.#query("UPSERT head:only SET text = $head", { head });
  }

  async head(): Promise<string> {
    const [row] = await this.#rows<{ text?: string }>("SELECT text FROM head:only");
    return row?.text ?? "";
  }

  async putNodes(rows: readonly NodeRow[]): Promise<void> {
    const records = rows.map(({ id, ...row }) => ({ ...row, id: nodeId(id), size: row.words ? row.words.split(" ").length : 0 }));
    await this.#insert("INSERT INTO node $rows ON DUPLICATE KEY UPDATE seq = $input.seq, kind = $input.kind, name = $input.name, path = $input.path, featured = $input.featured, words = $input.words, size = $input.size, data = $input.data RETURN NONE", records);
  }

  async putEdges(rows: readonly EdgeRow[]): Promise<void> {
    const records = rows.map(({ source, target, ...row }) => ({ ...row, id: new RecordId("edge", [source, row.kind, target]), in: nodeId(source), out: nodeId(target) }));
    await this.#insert("INSERT RELATION INTO edge $rows ON DUPLICATE KEY UPDATE seq = $input.seq, confidence = $input.confidence, data = $input.data RETURN NONE", records);
  }

  async dropNode(id: string): Promise<void> {
    // Its relations go with it.
    await this.#query("DELETE $id RETURN NONE", { id: nodeId(id) });
  }

  async dropEdges(source: string, target: string, kinds: readonly string[]): Promise<void> {
    await this.#query("DELETE $ids RETURN NONE", { ids: kinds.map((kind) => new RecordId("edge", [source, kind, target])) });
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
    const arrow = sources ? "->" : "<-";
    const found = await this.#rows<Row[]>(`SELECT VALUE ${arrow}(edge${where}).* FROM $ids`, { ids: (sources ?? targets ?? []).map(nodeId), kinds });
    return edgeRows(found.flat());
  }

  async match(words: readonly string[]): Promise<NodeRow[]> {
    return nodeRows(await this.#rows("SELECT * FROM node WHERE words @0,OR@ $words", { words: words.join(" ") }));
  }

  async below(ids: readonly string[], kind: string): Promise<string[]> {
    const found = new Set(ids);
    for (let level = ids.map(nodeId); level.length; ) {
      const next = (await this.#rows<RecordId[]>("SELECT VALUE ->(edge WHERE kind = $kind)->node FROM $ids", { ids: level, kind })).flat();
      level = next.filter((record) => !found.has(idOf(record)));
      for (const record of level) found.add(idOf(record));
    }
    return [...found];
  }

  async corpus(): Promise<Corpus> {
    const [row] = await this.#rows("SELECT count() AS count, math::sum(size) AS length FROM node GROUP ALL");
    return { count: Number(row?.["count"] ?? 0), length: Number(row?.["length"] ?? 0) };
  }

  async last(): Promise<{ nodes: number; edges: number }> {
    const most = async (table: string) => Number((await this.#rows(`SELECT math::max(seq) AS most FROM ${table} GROUP ALL`))[0]?.["most"] ?? 0);
    return { nodes: await most("node"), edges: await most("edge") };
  }

  async counts(): ReturnType<Tables["counts"]> {
    const count = async (sql: string) => Object.fromEntries((await this.#rows(sql)).map(({ kind, count }) => [String(kind), Number(count)]));
    const [nodes, edges] = [await count("SELECT kind, count() AS count FROM node GROUP BY kind"), await count("SELECT kind, count() AS count FROM edge GROUP BY kind")];
    const featured = await count("SELECT featured AS kind, count() AS count FROM node GROUP BY kind");
    return { nodes, edges, features: featured["true"] ?? 0 };
  }

  async #insert(sql: string, records: readonly Row[]): Promise<void> {
    for (let at = 0; at < records.length; at += CHUNK) await this.#query(sql, { rows: records.slice(at, at + CHUNK) });
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

function nodeId(id: string): RecordId {
  return new RecordId("node", id);
}

function nodeRows(rows: readonly Row[]): NodeRow[] {
  return rows.map((row) => ({ ...row, id: idOf(row["id"]) }) as unknown as NodeRow);
}

function edgeRows(rows: readonly Row[]): EdgeRow[] {
  return rows.map((row) => ({ ...row, source: idOf(row["in"]), target: idOf(row["out"]) }) as unknown as EdgeRow);
}

function idOf(record: unknown): string {
  return (record as RecordId).id as string;
}
