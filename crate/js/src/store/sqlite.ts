/** The graph in SQLite, as WebAssembly: in Node and pages in memory, in a page's worker in the origin's private files. */
import sqlite3InitModule, { type Database as Connection, type Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { WaymarkError } from "../errors.js";
import { SqlTables, type Database } from "./sql-tables.js";
import { TableStore } from "./table-store.js";

export type * from "./types.js";

let loading: Promise<Sqlite3Static> | undefined;

/** A graph in a database. */
export class SqliteStore extends TableStore {
  readonly #connection: SqliteDatabase;

  /** `bytes` are those of a database to begin with, as {@link SqliteStore.bytes} gives them. */
  constructor({ bytes }: { readonly bytes?: Uint8Array } = {}) {
    const connection = new SqliteDatabase(bytes);
    super(new SqlTables(connection));
    this.#connection = connection;
  }

  /** Whether what is written is there when the path is opened again; only a page's worker has files. */
  get persistent(): boolean {
    return this.#connection.persistent;
  }

  /** The database as a file: for hosts that keep it themselves. */
  bytes(): Uint8Array {
    return this.#connection.bytes();
  }
}

class SqliteDatabase implements Database {
  #sqlite: Sqlite3Static | undefined;
  #open: Connection | undefined;
  readonly #bytes: Uint8Array | undefined;
  persistent = false;

  constructor(bytes: Uint8Array | undefined) {
    this.#bytes = bytes;
  }

  async open(path: string): Promise<void> {
    await this.close();
    const sqlite = await (loading ??= sqlite3InitModule({ print: () => undefined, printErr: () => undefined }));
    this.#sqlite = sqlite;
    const files = path === ":memory:" || this.#bytes ? undefined : await filesOf(sqlite);
    this.persistent = files !== undefined;
    this.#open = files ? new files.OpfsSAHPoolDb(path.startsWith("/") ? path : `/${path}`) : new sqlite.oo1.DB(":memory:", "c");
    if (this.#bytes) load(sqlite, this.#open, this.#bytes);
  }

  close(): Promise<void> {
    this.#open?.close();
    this.#open = undefined;
    return Promise.resolve();
  }

  all(sql: string, ...values: (string | number | null)[]): Promise<Record<string, unknown>[]> {
    const rows = this.#connection.exec({ sql, ...(values.length ? { bind: values } : {}), rowMode: "object", returnValue: "resultRows" });
    return Promise.resolve(rows as Record<string, unknown>[]);
  }

  run(statements: Parameters<Database["run"]>[0]): Promise<void> {
    const connection = this.#connection;
    connection.transaction(() => {
      for (const [sql, ...values] of statements) connection.exec({ sql, ...(values.length ? { bind: values } : {}) });
    });
    return Promise.resolve();
  }

  bytes(): Uint8Array {
    const { capi } = this.#sqlite ?? closed();
    return capi.sqlite3_js_db_export(this.#connection.pointer ?? closed());
  }

  get #connection(): Connection {
    return this.#open ?? closed();
  }
}

/** The origin's private files, without shared memory, so that no page has to be isolated; where there are such. */
async function filesOf(sqlite: Sqlite3Static): Promise<Awaited<ReturnType<Sqlite3Static["installOpfsSAHPoolVfs"]>> | undefined> {
  try {
    return await sqlite.installOpfsSAHPoolVfs({ name: "waymark" });
  } catch {
    // A page's main thread and Node have none; `persistent` says so.
    return undefined;
  }
}

function load({ wasm, capi }: Sqlite3Static, connection: Connection, bytes: Uint8Array): void {
  const at = wasm.allocFromTypedArray(bytes);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  connection.checkRc(capi.sqlite3_deserialize(connection.pointer ?? closed(), "main", at, bytes.length, bytes.length, flags));
}

function closed(): never {
  throw new WaymarkError("closed", "the store is not open");
}
