/** Vectors that a host makes, with any model, here or far away. */
import type { Builder } from "../engine/waymark_wasm.js";
import { count, kindOf, object, text } from "./check.js";
import { WaymarkError, cancelled, invalid, messageOf } from "./errors.js";
import type { Pace } from "./pace.js";

/** What a host embeds with. An index remembers its name: vectors of another one do not fit. */
export interface Embedder {
  /** What tells it from others, such as the name and version of a model. */
  readonly name: string;
  /** Numbers of a vector. */
  readonly dimensions: number;
  /** Texts that are embedded at once, 32 by default. */
  readonly batch?: number | undefined;
  /** Batches that are under way at once, 2 by default: texts are made only when there is room. */
  readonly concurrency?: number | undefined;
  /** One vector a text, in order. A batch that is rejected is reported, and its symbols are found by words alone. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

/** Failures in a row after which an embedder is not asked again. */
const PATIENCE = 3;

/** `embedder`, if it is one. */
export function checked(embedder: Embedder): Embedder {
  text(object(embedder, "the embedder").name, "the embedder's name");
  count(embedder.dimensions, "the embedder's dimensions");
  const { embed } = embedder as { embed: unknown };
  if (typeof embed !== "function") invalid(`the embedder's embed has to be a function, not ${kindOf(embed)}`);
  return embedder;
}

/** Lets `embedder` make the vectors of a build. */
export async function embedTree(builder: Builder, embedder: Embedder, pace: Pace, signal?: AbortSignal): Promise<void> {
  builder.useHost(embedder.name, embedder.dimensions);
  const batch = count(embedder.batch ?? 32, "the embedder's batch");
  const concurrency = count(embedder.concurrency ?? 2, "the embedder's concurrency");
  const total = builder.planTexts();
  let [next, done, failures] = [0, 0, 0];
  const work = async () => {
    while (next < total && failures < PATIENCE) {
      const first = next;
      next += batch;
      try {
        builder.submitVectors(first, await embedAll(embedder, builder.texts(first, batch), signal));
        failures = 0;
      } catch (error) {
        pace.check();
        if (error instanceof WaymarkError || error instanceof WebAssembly.RuntimeError) throw error;
        failures += 1;
        builder.missVectors(messageOf(error));
      }
      pace.check();
      done = Math.min(total, done + batch);
      pace.tell({ phase: "index", done, total, path: "" });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, Math.ceil(total / batch)) }, work));
  if (next < total) builder.missVectors(`gave up after ${PATIENCE} failures in a row`);
}

/** The vectors of `texts`, one after the other. */
export async function embedAll(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> {
  const vectors = await until(embedder.embed(texts, signal), signal);
  const { dimensions } = embedder;
  const odd = vectors.find(({ length }) => length !== dimensions);
  if (vectors.length !== texts.length || odd) {
    const got = odd ? `a vector of ${odd.length} numbers` : `${vectors.length} vectors`;
    throw new WaymarkError("embedder-mismatch", `${embedder.name} answered ${texts.length} texts by ${got}, not ${dimensions} numbers each`);
  }
  const numbers = new Float32Array(texts.length * dimensions);
  vectors.forEach((vector, at) => numbers.set(vector, at * dimensions));
  if (!numbers.every(Number.isFinite)) throw new Error(`${embedder.name} answered by a vector that is not of finite numbers`);
  return numbers;
}

/** What `work` comes to, unless `signal` stops it first: a host that never answers must not hold a build. */
async function until<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled(signal));
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener("abort", stop));
}
