/**
 * Waymark: a source tree becomes a map that can be searched and questioned.
 *
 * ```ts
 * const waymark = await Waymark.load();
 * const index = await waymark.index(new Map([["a.py", "def f(): pass"]]));
 * index.findSymbol({ name: "f" });
 * ```
 */
import { Export, Index as Handle, type Evolution, type IndexInfo, type LeftOut, type Review, type Settings } from "../engine/waymark_wasm.js";
import { buildOverlaid, buildTree, buildUpdate, linkMissing, listTree, type Built, type Changes } from "./build.js";
import { isBytes, iterable, kindOf, object, text } from "./check.js";
import { checked, embedAll, type Embedder } from "./embedder.js";
import { Owned, enter, failure, instantiate, memoryBytes } from "./engine.js";
import { WaymarkError, invalid } from "./errors.js";
import { Operations } from "./generated/operations.js";
import { setGrammars, type Grammars } from "./grammars.js";
import { host, type WasmSource } from "./host.js";
import { addFramework, addLanguage, type Language } from "./languages.js";
import { loadModel, setModelSource, type ModelSource } from "./model.js";
import { compile } from "./modules.js";
import type { Shortened } from "./operation.js";
import { Pace, type Run } from "./pace.js";
import { reviewChange, type ReviewInput } from "./review.js";
import { openSource, type SourceInput } from "./sources/open.js";
import type { SourceFile } from "./sources/source.js";
import type { GraphStore, SerializedGraph } from "./store/types.js";
import { changesOf, enrich, reportOf, settingsOf, sourceOf } from "./tools.js";
import type { Elapsed, IncrementalReindex, IndexCodebase, IndexReport, ReindexReport } from "./tools.js";

export type { Changes } from "./build.js";
export type { Embedder } from "./embedder.js";
export { Fresh, UpdateEvent, type FreshAnswer, type ReadFile } from "./fresh.js";
export { WaymarkError, type ErrorCode } from "./errors.js";
export { operations, type Operations } from "./generated/operations.js";
export { valueOf, type Operation, type Parameter, type Shortened } from "./operation.js";
export type * from "./generated/types.js";
export type { GrammarSource, Grammars } from "./grammars.js";
export type { WasmSource } from "./host.js";
export type { Language } from "./languages.js";
export type { ModelSource } from "./model.js";
export type { Run } from "./pace.js";
export type { ReviewInput } from "./review.js";
export type { SourceInput } from "./sources/open.js";
export type { SourceFile } from "./sources/source.js";
export type { Elapsed, FileChange, IncrementalReindex, IndexCodebase, IndexReport, IndexingError, ReindexReport } from "./tools.js";

/** Where the parts of the engine are; each comes from the package itself if it is not named. */
export interface LoadOptions {
  /** The engine's module. */
  readonly wasm?: WasmSource | Promise<WasmSource> | undefined;
  /** The grammars. They are loaded when a file first needs them. */
  readonly grammars?: Grammars | undefined;
  /** The embedding model, or `false` for none. It is loaded when an index first needs it. */
  readonly model?: ModelSource | undefined;
}

/** A form in which {@link Index.export} writes the graph. */
export type ExportFormat = (typeof EXPORTS)[number];
const EXPORTS = ["jsonl", "json", "mermaid", "dot", "tree"] as const;

let loading: Promise<Waymark> | undefined;

/** The engine, loaded. There is one in a realm; more of them run in workers. */
export class Waymark {
  private constructor() {
    // Only `load` makes one.
  }

  /** Loads the engine. Loading it again answers the same engine; new `grammars` and a new `model` replace the old ones. */
  static async load(options: LoadOptions = {}): Promise<Waymark> {
    object(options, "the options of load");
    if (options.grammars !== undefined) setGrammars(options.grammars);
    if (options.model !== undefined) setModelSource(options.model);
    loading ??= start(options.wasm, () => new Waymark());
    return loading;
  }

  /** Indexes a tree with the engine as it is loaded by default. */
  static async index(source: SourceInput, options?: Settings, run?: Run): Promise<Index> {
    return (await Waymark.load()).index(source, options, run);
  }

  /** Opens a snapshot with the engine as it is loaded by default, and waits for the embedding model if it needs it. */
  static async open(snapshot: Uint8Array | ArrayBuffer, run?: Pick<Run, "embedder">): Promise<Index> {
    const index = (await Waymark.load()).open(snapshot, run);
    // What is missing is told by every search.
    await index.ready().catch(() => undefined);
    return index;
  }

  /** Indexes a tree. Files are read as the engine asks for them: what it would ignore is not read. */
  async index(source: SourceInput, options: Settings = {}, run: Run = {}): Promise<Index> {
    const { index } = await buildTree(await openSource(source), object(options, "the settings"), object(run, "the run"));
    return new Index(index, run.embedder);
  }

  /** The tool `index_codebase`: an index, and what came of building it. */
  async indexCodebase(params: IndexCodebase, run: Run = {}): Promise<{ index: Index; report: IndexReport }> {
    const source = await openSource(await sourceOf(object(params, "the parameters")));
    const { index: handle, elapsed } = await buildTree(source, settingsOf(params), object(run, "the run"));
    const index = new Index(handle, run.embedder);
    index.describe(params.rootAlias ?? "", new Date().toISOString());
    const started = performance.now();
    const enrichment = params.enrich ? await enrich(index, run) : undefined;
    const phases = enrichment ? { ...elapsed, enrich: performance.now() - started } : elapsed;
    return { index, report: reportOf(index, phases, params.includeStatements ?? false, enrichment) };
  }

  /**
   * Adds or replaces a language; nothing is rebuilt. Files that it claims are no other language's from then on.
   * A mistake in its manifest or queries is an `invalid-language` error with file, line and column.
   */
  registerLanguage(language: Language): Promise<void> {
    return addLanguage(language);
  }

  /**
   * Adds the rules of a framework, or replaces those of its name: a text as `queries/frameworks/README.md` describes.
   * Indexes that are built from then on know them. A mistake is an `invalid-argument` error.
   */
  registerFramework(rules: string): void {
    if (typeof rules !== "string") invalid(`rules are a text, not ${kindOf(rules)}`);
    addFramework(rules);
  }

  /** Bytes of the engine's memory: code of grammars, open indexes and room for more. It never shrinks. */
  get memoryBytes(): number {
    return memoryBytes();
  }

  /** Opens a snapshot. Its searches use vectors once it is {@link Index.ready}. */
  open(snapshot: Uint8Array | ArrayBuffer, run: Pick<Run, "embedder"> = {}): Index {
    const { embedder } = object(run, "the run");
    if (embedder !== undefined) checked(embedder);
    const bytes = snapshot instanceof ArrayBuffer ? new Uint8Array(snapshot) : snapshot;
    if (!isBytes(bytes)) invalid(`a snapshot is a Uint8Array or an ArrayBuffer, not ${kindOf(bytes)}`);
    const index = new Owned("index", () => Handle.open(bytes));
    try {
      fit(index.value, embedder);
    } catch (error) {
      index.free();
      throw error;
    }
    return new Index(index, embedder);
  }

  /**
   * The files that an index of a tree would be built from; the bytes of each are read when it is asked for.
   * What is left out by its path is what the generator returns.
   */
  async *files(source: SourceInput, options: Settings = {}): AsyncGenerator<SourceFile, LeftOut[], void> {
    return yield* listTree(await openSource(source), options);
  }
}

/** Refuses an embedder that did not make the vectors of `index`. */
function fit(index: Handle, embedder: Embedder | undefined): void {
  const [maker, dimensions] = enter(() => [index.embedder(), index.dimensions()]);
  if (!embedder || maker === undefined || (maker === embedder.name && dimensions === embedder.dimensions)) return;
  const message = `the index was made with the embedder ${maker} of ${dimensions} dimensions, not ${embedder.name} of ${embedder.dimensions}: index the tree again`;
  throw new WaymarkError("embedder-mismatch", message);
}

async function start(wasm: LoadOptions["wasm"], done: () => Waymark): Promise<Waymark> {
  try {
    instantiate(await compile((await wasm) ?? host().engine()));
    return done();
  } catch (error) {
    // Where it comes from may be told better next time.
    loading = undefined;
    throw error;
  }
}

/** Everything known of one tree, with one method an operation. */
export class Index extends Operations {
  #handle: Owned<Handle>;
  #updating: Promise<void> = Promise.resolve();
  #embedder: Embedder | undefined;

  /** @internal */
  constructor(handle: Owned<Handle>, embedder?: Embedder) {
    super();
    this.#handle = handle;
    this.#embedder = embedder;
  }

  /** Runs the operation called `operation` (in `snake_case`), for transports that do not know it. */
  override call(operation: string, params?: unknown): unknown {
    return enter(() => this.#handle.value.call(text(operation, "the name of an operation"), params) as unknown);
  }

  /**
   * Resolves when searches can use the index's vectors, as far as they ever can: those of the built-in model need it,
   * those of a host the vector of each query ({@link Index.withVector}). Until then, and if there are none, searches use
   * words alone, and say so. Rejects where the model cannot be had, or did not make the vectors (`embedder-mismatch`).
   */
  async ready(): Promise<void> {
    if (this.#embedder || enter(() => this.#handle.value.embedder()) === undefined || !(await loadModel())) return;
    enter(() => this.#handle.value.useModel());
  }

  /**
   * The parameters of `search` or `task` with what a search by meaning needs: the vector of the query where a host
   * embeds, the model loaded otherwise. Where that fails they stay as they are, and the search says that it did without;
   * an embedder or a model that does not fit the index is an error (`embedder-mismatch`, `invalid-model`).
   *
   * ```ts
   * index.search(await index.withVector({ query: "wait before trying again" }));
   * ```
   */
  async withVector<Params extends { query?: string; queryVector?: number[] | null }>(params: Params): Promise<Params> {
    try {
      if (!this.#embedder) await this.ready();
      else if (params.query) return { ...params, queryVector: [...(await embedAll(this.#embedder, [params.query]))] };
    } catch (error) {
      // The search says that it did without.
      if (error instanceof WaymarkError) throw error;
    }
    return params;
  }

  /** The same, once the grammars are loaded that the question needs: those about statements need some. */
  async ask(operation: string, params?: unknown): Promise<unknown> {
    try {
      return this.call(operation, params);
    } catch (error) {
      if (!(error instanceof WaymarkError) || error.code !== "grammar-missing") throw error;
      const [reason] = await this.#loadGrammars();
      try {
        return this.call(operation, params);
      } catch (still) {
        // Of two reasons, the one that somebody can do something about.
        throw reason === undefined ? still : failure(reason);
      }
    }
  }

  /** How the index came about: options, what was left out, packages. */
  info(): IndexInfo {
    return enter(() => this.#handle.value.info());
  }

  /** The whole text of the file at `path`; `undefined` if it is not in the index. */
  text(path: string): string | undefined {
    return enter(() => this.#handle.value.text(text(path, "a path")));
  }

  /**
   * Takes changed, new and deleted files in. Unchanged files are not read again, and the answers are those of
   * an index built from scratch. Until then, and if it fails, this index answers as before. Of two changes of one
   * path the later one holds.
   */
  async update(changes: Changes, run: Run = {}): Promise<void> {
    const last = new Map(Array.from(iterable(changes, "changes"), (change) => [change[0], change]));
    await this.#update(() => last.values(), run);
  }

  /** The tool `incremental_reindex`: takes changes in, and says what came of it, symbol by symbol. */
  async incrementalReindex(params: IncrementalReindex, run: Run = {}): Promise<ReindexReport> {
    const { elapsed, evolution } = await this.#update(() => changesOf(this, params), run, true);
    return { ...reportOf(this, elapsed, false), evolution };
  }

  /**
   * Lays a compiler-grade index over this one: bytes of an `index.scip`, as `scip-typescript`, `scip-python`,
   * `rust-analyzer scip` and others write it. Where it covers a use, its word replaces every guess; files that change
   * later are told by names again. Its paths are those of `root`, a folder of the tree. One that is empty or of
   * another tree (`scip-unavailable`) or damaged (`invalid-scip`) is refused: names decide as before, and
   * `indexStatus` tells.
   */
  async overlayScip(scip: Uint8Array, { root = "", ...run }: Run & { readonly root?: string } = {}): Promise<void> {
    if (!isBytes(scip)) invalid(`a SCIP index is a Uint8Array, not ${kindOf(scip)}`);
    text(root, "the root");
    await this.#replace((handle) => buildOverlaid(handle, scip, root, { embedder: this.#embedder, ...run }), run);
  }

  /** Says what the tree is called and when it was indexed, for `indexStatus`. */
  describe(root: string, indexedAt: string): void {
    enter(() => this.#handle.value.describe(root, indexedAt));
  }

  /** Says that files changed since they were indexed: `Fresh` takes them in before it answers. */
  markDirty(paths: Iterable<string>): void {
    enter(() => this.#handle.value.markDirty([...paths]));
  }

  /** The paths that are marked as changed, sorted. */
  dirty(): string[] {
    return enter(() => this.#handle.value.dirty());
  }

  /** Says why changes could not be taken in, for `indexStatus`. */
  markFailed(cause: string): void {
    enter(() => this.#handle.value.failed(cause));
  }

  /** Loads the grammars that questions about statements need, as far as they can be had: an opened snapshot has none of its own. */
  async loadGrammars(): Promise<void> {
    await this.#loadGrammars();
  }

  async #loadGrammars(): Promise<unknown[]> {
    try {
      return await linkMissing(this.#handle);
    } catch (error) {
      throw failure(error);
    }
  }

  /** The bytes of the file at `path`; `undefined` if it is not in the index. */
  bytes(path: string): Uint8Array | undefined {
    return enter(() => this.#handle.value.bytes(path));
  }

  /**
   * What a change (a diff, or `files` as they are after it) means for those who review it: changed symbols, what leans
   * on them, callers that were left behind, tests to run, new circles, what to read first. The index stays as it is.
   */
  review(input: ReviewInput, run: Run = {}): Promise<Review & Shortened> {
    return reviewChange(this.#handle.value, input, run);
  }

  /** The index as bytes for {@link Waymark.open}; equal indexes give equal bytes. */
  snapshot(): Uint8Array {
    return enter(() => this.#handle.value.snapshot());
  }

  /**
   * The graph as text in UTF-8, piece by piece: all of it as `jsonl` or `json`; its files and what they use,
   * up to the thousand highest in rank, as `mermaid`, `dot` or `tree`.
   */
  async *export(format: ExportFormat): AsyncGenerator<Uint8Array, void, void> {
    if (!EXPORTS.includes(format)) invalid(`no export is called ${String(format)}; there are ${EXPORTS.join(", ")}`);
    if (format !== "jsonl" && format !== "json") {
      yield this.#drawing(format);
      return;
    }
    const handle = this.#handle;
    const written = new Owned("export", () => new Export(format));
    const pace = new Pace({});
    try {
      for (;;) {
        if (handle !== this.#handle) throw new WaymarkError("closed", "the index was updated while it was exported");
        const piece = enter(() => handle.value.exportPiece(written.value));
        if (!piece) return;
        yield piece;
        if (pace.due) await pace.breathe();
      }
    } finally {
      written.free();
    }
  }

  /**
   * The graph in a store, to be changed and asked by itself: in `store`, which is open, of `waymark/sqlite`,
   * `waymark/d1` or `waymark/surrealdb`, or else in memory. What it held before is replaced.
   */
  async store(store?: GraphStore): Promise<GraphStore> {
    const decoder = new TextDecoder();
    let json = "";
    for await (const piece of this.export("json")) json += decoder.decode(piece, { stream: true });
    // Who needs no store does not load any.
    const kept = store ?? new (await import("./store/memory.js")).MemoryStore();
    await kept.importJSON(JSON.parse(json) as SerializedGraph);
    return kept;
  }

  /** Gives its memory back; after that every call is an error with the code `closed`. */
  close(): void {
    this.#handle.free();
  }

  /** The same, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** One update after the other. */
  #update(changes: () => Changes, run: Run, planned = false): Promise<{ elapsed: Elapsed; evolution: Evolution }> {
    return this.#replace((handle) => buildUpdate(handle, changes(), { embedder: this.#embedder, ...run }), run, planned);
  }

  #replace(build: (handle: Handle) => Promise<Built>, run: Run, planned = false): Promise<{ elapsed: Elapsed; evolution: Evolution }> {
    const updated = this.#updating.then(async () => {
      const { embedder = this.#embedder } = object(run, "the run");
      if (run.embedder !== undefined) fit(this.#handle.value, checked(run.embedder));
      await this.ready().catch(() => undefined);
      const { index: next, elapsed } = await build(this.#handle.value);
      const evolution = enter(() => next.value.succeed(this.#handle.value, planned) as Evolution);
      this.#handle.free();
      this.#handle = next;
      this.#embedder = embedder;
      return { elapsed, evolution };
    });
    this.#updating = updated.then(
      () => undefined,
      () => undefined,
    );
    return updated;
  }

  #drawing(render: "mermaid" | "dot" | "tree"): Uint8Array {
    const files = { entityTypeFilter: ["file"], traversalDepth: -1, maxNodes: 1000, budgetTokens: 0 };
    const { rendering = "" } = this.exploreRpg({ startCodeEntities: ["."], direction: "out", ...files, render });
    return new TextEncoder().encode(rendering);
  }
}
