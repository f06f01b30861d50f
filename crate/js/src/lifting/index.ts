/**
 * Features and a hierarchy by a language model: batches of the engine's go to the model, its answers back. What the
 * engine refuses or the model leaves out is asked again, and nothing else. All that was taken stays in the index, so
 * that lifting goes on where it stopped.
 */
import { kindOf } from "../check.js";
import { WaymarkError, cancelled, invalid } from "../errors.js";
import { objectsIn, textsIn } from "./answers.js";
import type { Model } from "./model.js";

export { anthropicModel, openAiModel, type Model, type ModelOptions, type Prompt } from "./model.js";
export type { Patience } from "./post.js";

/** What lifts: an index. */
export interface Liftable {
  ask(operation: string, params?: unknown): Promise<unknown>;
}

/** How it is lifted. */
export interface LiftRun {
  /** Batches that are under way at once, 2 by default. */
  readonly concurrency?: number;
  /** The most entities of a batch, 50 by default, and about the most tokens, 8,000. */
  readonly maxEntities?: number;
  readonly maxTokens?: number;
  /** Stops it; what was taken stays. */
  readonly signal?: AbortSignal;
  /** Hears how many answers were taken and how many are left. */
  readonly onProgress?: (progress: { readonly stage: string; readonly accepted: number; readonly left: number }) => void;
}

/** What came of it. */
export interface LiftReport {
  readonly accepted: number;
  /** Answers that were refused, and asked again. */
  readonly refused: number;
}

/** One kind of question. */
interface Stage {
  readonly name: string;
  readonly pending: string;
  readonly submit: string;
  /** Where a batch and a submission have their items. */
  readonly items: string;
  readonly given: string;
  /** What is answered for an item. */
  readonly answer: string;
}

const FEATURES: Stage = { name: "features", pending: "pending_features", submit: "submit_features", items: "entities", given: "features", answer: "feature" };
const PLACES: Stage = { name: "hierarchy", pending: "pending_hierarchy", submit: "submit_hierarchy", items: "files", given: "places", answer: "path" };
const ROUTING: Stage = { name: "routing", pending: "pending_routing", submit: "submit_routing", items: "files", given: "places", answer: "path" };

/** What of a batch a model is shown. */
const SHOWN = ["entities", "files", "areas", "paths"];

type Batch = Readonly<Record<string, unknown>> & { readonly rules: string; readonly stage?: string };
type Item = Readonly<Record<string, unknown>> & { readonly id: string };
interface Submitted {
  readonly accepted: number;
  readonly rejected: readonly unknown[];
  readonly left: number;
}

/** Lets `model` describe all that is not described yet. */
export function liftFeatures(index: Liftable, model: Model, run: LiftRun = {}): Promise<LiftReport> {
  return lift(index, model, FEATURES, run);
}

/** Lets `model` name areas, and place the files in them; files that moved away from their place, too. */
export async function liftHierarchy(index: Liftable, model: Model, run: LiftRun = {}): Promise<LiftReport> {
  const batch = await pull(index, PLACES, run, 0);
  if (batch.stage === "discovery") {
    const areas = textsIn(await asked(model, batch, run, 'Answer with the names of the areas only: ["…", "…"].'));
    await index.ask(PLACES.submit, { areas });
    if ((await pull(index, PLACES, run, 0)).stage === "discovery") throw new WaymarkError("model-failed", `${model.name} named no areas that can be used`);
  }
  const [placed, routed] = [await lift(index, model, PLACES, run), await lift(index, model, ROUTING, run)];
  return { accepted: placed.accepted + routed.accepted, refused: placed.refused + routed.refused };
}

/** Round by round, until nothing is left: the engine stops handing out what was refused three times. */
async function lift(index: Liftable, model: Model, stage: Stage, run: LiftRun): Promise<LiftReport> {
  const report = { accepted: 0, refused: 0 };
  for (;;) {
    const batches = await round(index, stage, run);
    if (!batches.length) return report;
    const done = await Promise.allSettled(batches.map((batch) => answer(index, model, stage, batch, run)));
    for (const one of done) {
      if (one.status === "rejected") continue;
      report.accepted += one.value.accepted;
      report.refused += one.value.rejected.length;
      run.onProgress?.({ stage: stage.name, accepted: report.accepted, left: one.value.left });
    }
    const failed = done.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** As many batches as may be under way at once, one behind the other. */
async function round(index: Liftable, stage: Stage, run: LiftRun): Promise<Batch[]> {
  const batches: Batch[] = [];
  let skip = 0;
  for (let at = 0; at < Math.max(1, run.concurrency ?? 2); at += 1) {
    const batch = await pull(index, stage, run, skip);
    const { length } = itemsOf(batch, stage);
    if (!length || batch.stage === "done") break;
    skip += length;
    batches.push(batch);
  }
  return batches;
}

async function answer(index: Liftable, model: Model, stage: Stage, batch: Batch, run: LiftRun): Promise<Submitted> {
  const text = await asked(model, batch, run, `Answer with a JSON list only, one object for each: [{"id": "…", "${stage.answer}": "…"}].`);
  const wanted = new Map(itemsOf(batch, stage).map(({ id }) => [id, ""]));
  for (const { id, [stage.answer]: given } of objectsIn(text)) if (typeof id === "string" && wanted.has(id) && typeof given === "string" && given) wanted.set(id, given);
  // What is missing is submitted as nothing, which is refused and counted: no model is asked for ever.
  const given = [...wanted].map(([id, told]) => ({ id, [stage.answer]: told }));
  return (await index.ask(stage.submit, { [stage.given]: given })) as Submitted;
}

async function asked(model: Model, batch: Batch, { signal }: LiftRun, form: string): Promise<string> {
  if (signal?.aborted) throw cancelled(signal, "lifting");
  const shown = Object.fromEntries(Object.entries(batch).filter(([name]) => SHOWN.includes(name)));
  const text: unknown = await model.complete({ system: `You describe source code in a few words. ${batch.rules} ${form}`, user: JSON.stringify(shown) }, signal);
  return typeof text === "string" ? text : invalid(`${model.name} has to answer with a text, not ${kindOf(text)}`);
}

async function pull(index: Liftable, stage: Stage, { maxEntities, maxTokens }: LiftRun, skip: number): Promise<Batch> {
  return (await index.ask(stage.pending, { skip, ...(maxEntities ? { maxEntities } : {}), ...(maxTokens ? { maxTokens } : {}) })) as Batch;
}

function itemsOf(batch: Batch, stage: Stage): readonly Item[] {
  return (batch[stage.items] ?? []) as readonly Item[];
}
