/** A build: a source, or changes, to an index of the engine. */
import { Builder, Walker, type Grammar, type Index, type LeftOut, type Phase, type Settings } from "../engine/waymark_wasm.js";
import { isBytes, iterable, kindOf, object, text } from "./check.js";
import { embedTree } from "./embedder.js";
import { Owned, failure } from "./engine.js";
import { WaymarkError, cancelled, invalid, messageOf } from "./errors.js";
import { grammarModule } from "./grammars.js";
import { loadModel } from "./model.js";
import { Pace, type Run } from "./pace.js";
import type { Elapsed } from "./tools.js";
import { Gate, type Limits, type Source, type SourceFile, type Tar } from "./sources/source.js";

/** Files with their new content; `null` where a file is gone. */
export type Changes = Iterable<readonly [path: string, content: Uint8Array | string | null]>;

/** An index, and how long each phase of its build took. */
export interface Built {
  readonly index: Owned<Index>;
  readonly elapsed: Elapsed;
}

/** Indexes `source`. */
export async function buildTree(source: Source, settings: Settings, run: Run): Promise<Built> {
  const options = source.wrapped ? { stripTopFolder: true, ...settings } : settings;
  const walker = new Owned("walker", () => new Walker(options));
  try {
    const builder = new Owned("build", () => new Builder(options));
    return await drive(builder, run, async (pace) => {
      const limits = walker.value.settings() as Limits;
      await take(source.files(new Gate(walker.value, limits)), builder.value, pace);
      builder.value.absorb(walker.value);
    });
  } finally {
    walker.free();
  }
}

/** The files that an index of `source` is built from; returns what was left out by its path. */
export async function* listTree(source: Source, settings: Settings): AsyncGenerator<SourceFile, LeftOut[], void> {
  const walker = new Owned("walker", () => new Walker(settings));
  try {
    for await (const file of source.files(new Gate(walker.value, walker.value.settings() as Limits))) {
      if ("tar" in file) throw new WaymarkError("invalid-argument", "the files of a tar archive cannot be listed");
      yield file;
    }
    return walker.value.leftOut();
  } finally {
    walker.free();
  }
}

/** The index that comes of `index` by `changes`. */
export function buildUpdate(index: Index, changes: Changes, run: Run): Promise<Built> {
  const builder = new Owned("build", () => index.update());
  return drive(builder, run, () => {
    for (const change of iterable(changes, "what has changed")) {
      const [path, content] = Array.isArray(change) ? change : invalid("a change is a pair of a path and its new content");
      if (content === null) builder.value.remove(text(path, "a path"));
      else builder.value.addFile(text(path, "a path"), encoded(path, content));
    }
  });
}

/** The index that comes of `index` with a SCIP index laid over it. */
export function buildOverlaid(index: Index, scip: Uint8Array, root: string, run: Run): Promise<Built> {
  return drive(new Owned("build", () => index.overlayScip(scip, root)), run, () => undefined);
}

/** The index that comes of `index` by a diff. */
export function buildPatched(index: Index, diff: string, run: Run): Promise<Built> {
  return drive(new Owned("build", () => index.patched(diff)), run, () => undefined);
}

/** Fills a builder and takes it to its end; whatever happens, it is given back. */
async function drive(builder: Owned<Builder>, run: Run, fill: (pace: Pace) => void | Promise<void>): Promise<Built> {
  const elapsed: Record<string, number> = {};
  try {
    const pace = new Pace(run);
    pace.check();
    await timed(elapsed, "discover", () => fill(pace));
    await timed(elapsed, "load", () => linkGrammars(builder.value, pace));
    await timed(elapsed, "extract", () => extract(builder.value, pace));
    await timed(elapsed, "embed", () => embed(builder.value, pace, run));
    pace.check();
    const index = await timed(elapsed, "resolve", () => finish(builder, pace, run));
    return { index, elapsed };
  } catch (error) {
    throw failure(error);
  } finally {
    builder.free();
  }
}

/** Takes the time of a phase, in milliseconds. */
async function timed<T>(elapsed: Record<string, number>, phase: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  elapsed[phase] = Math.round((performance.now() - start) * 10) / 10;
  return result;
}

async function take(files: Iterable<SourceFile | Tar> | AsyncIterable<SourceFile | Tar>, builder: Builder, pace: Pace): Promise<void> {
  let done = 0;
  for await (const file of files) {
    pace.check();
    if (pace.due) await pace.breathe();
    if ("tar" in object(file, "a file")) {
      builder.addTar((file as Tar).tar);
      continue;
    }
    const { path, bytes } = file as SourceFile;
    builder.addFile(text(path, "the path of a file"), encoded(path, bytes));
    done += 1;
    pace.tell({ phase: "discover", done, total: 0, path });
  }
  pace.tell({ phase: "discover", done, total: done, path: "" });
}

async function linkGrammars(builder: Builder, pace: Pace): Promise<void> {
  const needs = builder.plan();
  const modules = await Promise.allSettled(needs.map(({ name }) => grammarModule(name)));
  pace.check();
  for (const [at, need] of needs.entries()) link(builder, need, modules[at]);
}

/** Links what an opened index needs to read files again, as far as it can be had; returns why the rest cannot. */
export async function linkMissing(index: Owned<Index>): Promise<unknown[]> {
  const needs = index.value.missingGrammars();
  const modules = await Promise.allSettled(needs.map(({ name }) => grammarModule(name)));
  for (const [at, { name, symbol }] of needs.entries()) {
    const module = modules[at];
    if (module?.status === "fulfilled") index.value.linkGrammar(name, symbol, module.value);
  }
  return modules.flatMap((module) => (module.status === "rejected" ? [module.reason as unknown] : []));
}

/** A grammar that cannot be had is reported, and takes nothing else with it. */
function link(builder: Builder, { name, symbol }: Grammar, module: PromiseSettledResult<WebAssembly.Module> | undefined): void {
  try {
    if (module?.status === "fulfilled") builder.linkGrammar(name, symbol, module.value);
    else builder.missGrammar(name, messageOf(module?.reason));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    builder.missGrammar(name, messageOf(error));
  }
}

/** A model that cannot be had is reported; the index is then without vectors. */
async function embed(builder: Builder, pace: Pace, { embedder, signal }: Run): Promise<void> {
  if (!builder.wantsVectors()) return;
  if (embedder) return await embedTree(builder, embedder, pace, signal);
  try {
    if (await loadModel()) builder.useModel();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    builder.missModel(messageOf(error));
  }
}

/** Bytes that are read between two looks at the clock. */
const BUDGET = 1 << 14;

async function extract(builder: Builder, pace: Pace): Promise<void> {
  for (;;) {
    const progress = builder.step(BUDGET);
    pace.tell(progress);
    if (progress.done >= progress.total) return;
    if (pace.due) await pace.breathe();
  }
}

function finish(builder: Owned<Builder>, pace: Pace, run: Run): Owned<Index> {
  let thrown: { error: unknown } | undefined;
  const onProgress = (phase: Phase, done: number, total: number, path: string) => {
    try {
      pace.tell({ phase, done, total, path });
      return !run.signal?.aborted;
    } catch (error) {
      thrown = { error };
      return false;
    }
  };
  try {
    const consumed = builder.take();
    return new Owned("index", () => consumed.finish(onProgress));
  } catch (error) {
    if (thrown) throw thrown.error;
    throw run.signal?.aborted ? cancelled(run.signal) : error;
  }
}

const encoder = new TextEncoder();

function encoded(path: string, content: Uint8Array | string): Uint8Array {
  if (typeof content === "string") return encoder.encode(content);
  return isBytes(content) ? content : invalid(`the content of ${path} has to be text or bytes, not ${kindOf(content)}`);
}

