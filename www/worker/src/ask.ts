/** Questions to repositories. */
import type { R2Bucket } from "@cloudflare/workers-types/latest";
import { WaymarkError, type Explored, type FetchedNode, type FetchedNodes, type Index } from "waymark";
import { HttpError } from "./errors.js";
import { opened, openSnapshot } from "./open.js";
import type { Params } from "./params.js";
import { get, head } from "./store.js";

/** The answer of the repository `id` to an operation of the engine's table. */
export async function ask(bucket: R2Bucket, id: string, operation: string, params: Params): Promise<unknown> {
  try {
    return await withIndex(bucket, id, (index) => index.call(operation, params));
  } catch (error) {
    if (!(error instanceof WaymarkError) || error.code !== "grammar-missing") throw error;
    // Loaded once, a grammar stays linked; only this first question waits for it.
    return withIndex(bucket, id, (index) => index.ask(operation, params));
  }
}

/** The node called `name`; an error with suggestions or candidates if the name does not mean one. */
export async function askNode(bucket: R2Bucket, id: string, name: string, params: Params): Promise<FetchedNode> {
  const answer = (await ask(bucket, id, "fetch_node", { ...params, codeEntities: [name] })) as FetchedNodes;
  const [node] = answer.nodes;
  return node ?? unmatched(answer);
}

/** What surrounds `starts`; an error if none of them means a node. */
export async function askAround(bucket: R2Bucket, id: string, starts: string[], params: Params): Promise<Explored> {
  const answer = (await ask(bucket, id, "explore_rpg", { ...params, startCodeEntities: starts })) as Explored;
  return answer.nodes.length || answer.page.total ? answer : unmatched(answer);
}

/**
 * What `question` gets out of the index of the repository `id`, which has to be there still, wherever it was
 * opened. It does not wait: while it waits, the index may be closed for another one.
 */
export async function withIndex<T>(bucket: R2Bucket, id: string, question: (index: Index) => T): Promise<T> {
  if (opened(id)) {
    await head(bucket, id);
    const index = opened(id);
    if (index) return question(index);
  }
  const snapshot = await get(bucket, id);
  return question(openSnapshot(id, snapshot));
}

function unmatched({ notFound, ambiguous }: Pick<FetchedNodes, "notFound" | "ambiguous">): never {
  const [several] = ambiguous;
  if (several) {
    const { name, candidates, total } = several;
    throw new HttpError("ambiguous", `${total} nodes are called ${name}`, { candidates, total });
  }
  const { name = "", suggestions = [] } = notFound[0] ?? {};
  throw new HttpError("not-found", `nothing is called ${name}`, { suggestions });
}
