/** Long work in slices, so that events are handled in between. */
import type { Progress } from "../engine/waymark_wasm.js";
import { kindOf } from "./check.js";
import { checked, type Embedder } from "./embedder.js";
import { cancelled, invalid } from "./errors.js";
import type { Model } from "./lifting/model.js";

/** How a build is watched and stopped. */
export interface Run {
  /** Told how far the build has come, some thirty times a second at most. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Stops the build; its promise is then rejected with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Makes the vectors, in place of the model of the package. */
  readonly embedder?: Embedder | undefined;
  /** Describes what symbols do, where `index_codebase` is to `enrich`. */
  readonly model?: Model | undefined;
}

/** How long work goes on before events are handled, in milliseconds. */
const SLICE = 24;

/** Watches the time, the signal and the listener of one build. */
export class Pace {
  readonly #run: Run;
  #slice = performance.now();
  #told = -Infinity;
  #phase = "";

  constructor(run: Run) {
    const { onProgress, signal, embedder } = run;
    if (onProgress !== undefined && typeof onProgress !== "function") invalid(`onProgress has to be a function, not ${kindOf(onProgress)}`);
    if (signal !== undefined && typeof signal?.aborted !== "boolean") invalid(`signal has to be an AbortSignal, not ${kindOf(signal)}`);
    if (embedder !== undefined) checked(embedder);
    this.#run = run;
  }

  /** Throws if the build is to stop. */
  check(): void {
    if (this.#run.signal?.aborted) throw cancelled(this.#run.signal);
  }

  /** Whether the slice is used up. */
  get due(): boolean {
    return performance.now() - this.#slice >= SLICE;
  }

  /** Lets events be handled, and starts a slice. */
  async breathe(): Promise<void> {
    await tick();
    this.#slice = performance.now();
    this.check();
  }

  /** Tells the listener, unless it was told of this phase a moment ago. */
  tell(progress: Progress): void {
    const now = performance.now();
    const last = progress.done === progress.total;
    if (!last && progress.phase === this.#phase && now - this.#told < 33) return;
    this.#phase = progress.phase;
    this.#told = now;
    this.#run.onProgress?.(progress);
  }
}

/** A turn of the event loop. Timers would be held back to four milliseconds in browsers. */
function tick(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") return void setImmediate(resolve);
    if (typeof MessageChannel !== "function") return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
