/** The only file that talks to the worker. A map lives in a worker of its own: closing it frees all its memory. */
import { type Remote, proxy, releaseProxy, wrap } from "comlink";
import type { AbsentUses, Calls, Explanation, SearchResults } from "waymark";
import { CodedError } from "./errors.js";
import type { Explained, FileView, FolderView, NodeView, Progress, Result, SourceInput, Summary } from "./types.js";
import type { Api } from "./worker/worker.js";

/** One map in its worker. */
export class Engine {
  readonly #worker = new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "waymark" });
  readonly #api: Remote<Api> = wrap<Api>(this.#worker);
  #fail: (error: CodedError) => void = () => undefined;
  /** Never resolves; rejects when the worker dies or is closed, so that no call waits forever. */
  readonly #end = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.#end.catch(() => undefined);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new CodedError({ code: "worker-failed", message: event.message || "the worker could not be started" }));
    };
  }

  /** Reads and maps `source`. */
  open(source: SourceInput, onProgress: (progress: Progress) => void): Promise<Summary> {
    return this.#ask(this.#api.open(source, proxy(onProgress)));
  }

  search(text: string, limit: number): Promise<SearchResults> {
    return this.#ask(this.#api.search(text, limit));
  }

  file(path: string): Promise<FileView | FolderView> {
    return this.#ask(this.#api.file(path));
  }

  folder(path: string): Promise<FolderView> {
    return this.#ask(this.#api.folder(path));
  }

  node(id: string): Promise<NodeView> {
    return this.#ask(this.#api.node(id));
  }

  /** Uses without a link: of `name` anywhere, or within the node `within`. */
  absences(where: { name: string } | { within: string }): Promise<AbsentUses> {
    return this.#ask(this.#api.absences(where));
  }

  /** Why an edge is there, or uses have none, use by use. */
  why(what: Explained): Promise<Explanation[]> {
    return this.#ask(this.#api.why(what));
  }

  callers(id: string, offset: number): Promise<Calls> {
    return this.#ask(this.#api.calls("callers", id, offset));
  }

  callees(id: string, offset: number): Promise<Calls> {
    return this.#ask(this.#api.calls("callees", id, offset));
  }

  /** The map as bytes that open again. */
  snapshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask(this.#api.snapshot());
  }

  /** Ends the worker at once, whatever it is doing. */
  close(): void {
    this.#fail(new CodedError({ code: "closed", message: "the map was closed" }));
    this.#api[releaseProxy]();
    this.#worker.terminate();
  }

  async #ask<T>(answer: Promise<Result<T>>): Promise<T> {
    const result = await Promise.race([answer, this.#end]);
    if ("failure" in result) throw new CodedError(result.failure);
    return result.value;
  }
}
