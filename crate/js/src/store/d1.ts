/** The graph in D1, the database of a Cloudflare worker. */
import { SqlTables, type Database, type Statement } from "./sql-tables.js";
import { TableStore } from "./table-store.js";

export type * from "./types.js";

/** What of a D1 binding is used. */
export interface D1 {
  prepare(sql: string): D1Statement;
  batch(statements: D1Statement[]): Promise<unknown>;
}

/** A statement of D1. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement;
  all(): Promise<{ results: Record<string, unknown>[] }>;
}

/** A graph in the database of a binding; `open` takes any path, since a database holds one graph. */
export class D1Store extends TableStore {
  constructor(database: D1) {
    super(new SqlTables(on(database)));
  }
}

function on(database: D1): Database {
  const bound = ([sql, ...values]: Statement) => (values.length ? database.prepare(sql).bind(...values) : database.prepare(sql));
  return {
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    all: async (...statement) => (await bound(statement).all()).results,
    // A batch is a transaction.
    run: async (statements) => void (await database.batch(statements.map(bound))),
  };
}
