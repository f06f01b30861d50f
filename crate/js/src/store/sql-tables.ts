/** Tables in SQLite, wherever it runs. */
import type { EdgeRow, NodeRow } from "./rows.js";
import type { EdgeQuery, Tables } from "./tables.js";
import type { Corpus } from "./words.js";

/** A value of SQL. */
export type Value = string | number | null;
/** A statement and the values of its parameters. */
export type Statement = readonly [sql: string, ...values: Value[]];

/** A database. */
export interface Database {
  open(path: string): Promise<void>;
  close(): Promise<void>;
  /** The rows of a query. */
  all(...statement: Statement): Promise<Record<string, unknown>[]>;
  /** Runs statements, all of them or none. */
  run(statements: readonly Statement[]): Promise<void>;
}

const TABLES = [
  "CREATE TABLE IF NOT EXISTS head (text TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS nodes (key INTEGER PRIMARY KEY, seq INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL, featured INTEGER NOT NULL, words TEXT NOT NULL, size INTEGER NOT NULL, data TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS edges (seq INTEGER NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, confidence REAL NOT NULL, data TEXT NOT NULL)",
];

// What rows are found by; words are ours already, so that the tokens of FTS5 are the same, whose own score is not asked for.
// It is made when all rows are there: row by row it would take longer.
const FOUND_BY = [
  "CREATE UNIQUE INDEX nodes_id ON nodes (id)",
  "CREATE INDEX nodes_path ON nodes (path)",
  "CREATE INDEX nodes_name ON nodes (name)",
  "CREATE UNIQUE INDEX edges_source ON edges (source, kind, target)",
  "CREATE INDEX edges_target ON edges (target, kind)",
  "CREATE VIRTUAL TABLE nodes_fts USING fts5(words, content='', contentless_delete=1, tokenize=\"unicode61 remove_diacritics 0\")",
  "INSERT INTO nodes_fts (rowid, words) SELECT key, words FROM nodes",
  "CREATE TRIGGER nodes_added AFTER INSERT ON nodes BEGIN INSERT INTO nodes_fts (rowid, words) VALUES (new.key, new.words); END",
  "CREATE TRIGGER nodes_changed AFTER UPDATE ON nodes BEGIN DELETE FROM nodes_fts WHERE rowid = old.key; INSERT INTO nodes_fts (rowid, words) VALUES (new.key, new.words); END",
  "CREATE TRIGGER nodes_gone AFTER DELETE ON nodes BEGIN DELETE FROM nodes_fts WHERE rowid = old.key; END",
];

const NODE = ["seq", "id", "kind", "name", "path", "featured", "words", "size", "data"] as const;
const EDGE = ["seq", "source", "target", "kind", "confidence", "data"] as const;
const LISTED = "(SELECT value FROM json_each(?))";

/** Rows of one answer. */
const PAGE = 10_000;

/** Tables in `database`. */
export class SqlTables implements Tables {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async open(path: string): Promise<void> {
    await this.#database.open(path);
    await this.#database.run(TABLES.map((sql) => [sql]));
    // All of it is made at once: a new database has none of it, nor one whose filling was broken off.
    if (!(await this.#database.all("SELECT 1 FROM sqlite_master WHERE name = 'nodes_gone'")).length) await this.#index();
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async fill(head: string, nodes: Iterable<readonly NodeRow[]>, edges: Iterable<readonly EdgeRow[]>): Promise<void> {
    // Triggers and indexes go with their tables.
    await this.#database.run([...["nodes_fts", "edges", "nodes", "head"].map((table) => [`DROP TABLE IF EXISTS ${table}`] as const), ...TABLES.map((sql) => [sql] as const), ["INSERT INTO head VALUES (?)", head]]);
    for (const rows of nodes) await this.#database.run([[insert("nodes", NODE), packed(NODE, rows.map(sized))]]);
    for (const rows of edges) await this.#database.run([[insert("edges", EDGE), packed(EDGE, rows)]]);
    await this.#index();
  }

  async head(): Promise<string> {
    const [row] = (await this.#database.all("SELECT text FROM head")) as { text?: string }[];
    return row?.text ?? "";
  }

  putNode(row: NodeRow): Promise<void> {
    return this.#database.run([[upsert("nodes", NODE, ["id"]), packed(NODE, [sized(row)])]]);
  }

  putEdge(row: EdgeRow): Promise<void> {
    return this.#database.run([[upsert("edges", EDGE, ["source", "kind", "target"]), packed(EDGE, [row])]]);
  }

  dropNode(id: string): Promise<void> {
    return this.#database.run([["DELETE FROM edges WHERE source = ?", id], ["DELETE FROM edges WHERE target = ?", id], ["DELETE FROM nodes WHERE id = ?", id]]);
  }

  dropEdges(source: string, target: string, kinds: readonly string[]): Promise<void> {
    return this.#database.run([[`DELETE FROM edges WHERE source = ? AND target = ? AND kind IN ${LISTED}`, source, target, JSON.stringify(kinds)]]);
  }

  async nodes(ids: readonly string[]): Promise<NodeRow[]> {
    return nodeRows(await this.#database.all(`SELECT * FROM nodes WHERE id IN ${LISTED}`, JSON.stringify(ids)));
  }

  async scan({ kinds, name, prefix }: Parameters<Tables["scan"]>[0]): Promise<NodeRow[]> {
    const where: Statement[] = [
      ...(kinds ? [[`kind IN ${LISTED}`, JSON.stringify(kinds)] as const] : []),
      ...(name === undefined ? [] : [["name = ?", name] as const]),
      ...(prefix ? [["path >= ? AND path < ? || char(0x10ffff)", prefix, prefix] as const] : []),
    ];
    return nodeRows(await this.#all("nodes", where));
  }

  async edges({ sources, targets, kinds }: EdgeQuery): Promise<EdgeRow[]> {
    const where: Statement[] = [
      ...(sources ? [[`source IN ${LISTED}`, JSON.stringify(sources)] as const] : []),
      ...(targets ? [[`target IN ${LISTED}`, JSON.stringify(targets)] as const] : []),
      ...(kinds ? [[`kind IN ${LISTED}`, JSON.stringify(kinds)] as const] : []),
    ];
    return (await (sources ?? targets ? this.#select("edges", where) : this.#all("edges", where))) as unknown as EdgeRow[];
  }

  async match(words: readonly string[]): Promise<NodeRow[]> {
    const query = words.map((word) => `"${word}"`).join(" OR ");
    return nodeRows(await this.#database.all("SELECT nodes.* FROM nodes_fts JOIN nodes ON nodes.key = nodes_fts.rowid WHERE nodes_fts MATCH ?", query));
  }

  async below(ids: readonly string[], kind: string): Promise<string[]> {
    const sql = "WITH RECURSIVE subtree (id) AS (SELECT value FROM json_each(?) UNION SELECT edges.target FROM edges JOIN subtree ON edges.source = subtree.id AND edges.kind = ?) SELECT id FROM subtree";
    return (await this.#database.all(sql, JSON.stringify(ids), kind)).map(({ id }) => String(id));
  }

  async corpus(): Promise<Corpus> {
    const [row] = await this.#database.all("SELECT count(*) AS count, coalesce(sum(size), 0) AS length FROM nodes");
    return { count: Number(row?.["count"]), length: Number(row?.["length"]) };
  }

  async last(): Promise<{ nodes: number; edges: number }> {
    const [row] = await this.#database.all("SELECT (SELECT max(seq) FROM nodes) AS nodes, (SELECT max(seq) FROM edges) AS edges");
    return { nodes: Number(row?.["nodes"] ?? 0), edges: Number(row?.["edges"] ?? 0) };
  }

  async counts(): ReturnType<Tables["counts"]> {
    const count = async (sql: string) => (await this.#database.all(sql)).map(({ kind, count }) => [String(kind), Number(count)] as const);
    const [nodes, edges, [features]] = await Promise.all([
      count("SELECT kind, count(*) AS count FROM nodes GROUP BY kind"),
      count("SELECT kind, count(*) AS count FROM edges GROUP BY kind"),
      count("SELECT '' AS kind, count(*) AS count FROM nodes WHERE featured"),
    ]);
    return { nodes: Object.fromEntries(nodes), edges: Object.fromEntries(edges), features: features?.[1] ?? 0 };
  }

  #index(): Promise<void> {
    return this.#database.run(FOUND_BY.map((sql) => [sql]));
  }

  /** What may be most of a table, page by page: a hosted database gives no answer without bounds. */
  async #all(table: string, where: readonly Statement[]): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    for (let last = -1; ; ) {
      const page = await this.#select(table, [...where, ["rowid > ?", last]], `ORDER BY rowid LIMIT ${PAGE}`);
      for (const row of page) found.push(row);
      if (page.length < PAGE) return found;
      last = Number(page.at(-1)?.["at"]);
    }
  }

  #select(table: string, where: readonly Statement[], order = ""): Promise<Record<string, unknown>[]> {
    const conditions = where.map(([sql]) => sql).join(" AND ");
    return this.#database.all(`SELECT *, rowid AS at FROM ${table}${conditions && ` WHERE ${conditions}`} ${order}`, ...where.flatMap(([, ...values]) => values));
  }
}

/** Rows come as one text: a database takes few parameters, but long ones. */
function packed<Column extends string>(columns: readonly Column[], rows: readonly Readonly<Record<Column, string | number>>[]): string {
  return JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
}

function insert(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${columns.map((_, at) => `value ->> ${at}`).join(", ")} FROM json_each(?)`;
}

function upsert(table: string, columns: readonly string[], key: readonly string[]): string {
  const written = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`).join(", ");
  return `${insert(table, columns)} WHERE true ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${written}`;
}

function sized(row: NodeRow) {
  return { ...row, featured: Number(row.featured), size: row.words ? row.words.split(" ").length : 0 };
}

function nodeRows(rows: readonly Record<string, unknown>[]): NodeRow[] {
  return rows.map((row) => ({ ...row, featured: Boolean(row["featured"]) }) as unknown as NodeRow);
}
