/** The worker's side: one map, and answers as plain data. Errors cross as values, since only these keep their code. */
import { expose, transfer } from "comlink";
import { type AbsentUses, type Calls, type Explanation, type Index, type SearchResults, WaymarkError } from "waymark";
import { failureOf } from "../errors.js";
import type { Explained, FileView, FolderView, NodeView, Progress, Result, SourceInput, Summary } from "../types.js";
import { fileView, folderView } from "./files.js";
import { openSource } from "./open.js";
import { summaryOf } from "./summary.js";

/** Callers and callees that are fetched at once. */
const CALLS = 25;
/** Uses without a link that are listed. */
const ABSENCES = 200;
/** Members that are listed. */
const MEMBERS = 200;

let index: Index | undefined;

const api = {
  open: (source: SourceInput, onProgress: (progress: Progress) => void): Promise<Result<Summary>> =>
    answer(async () => {
      const start = performance.now();
      const { index: made, before } = await openSource(source, onProgress);
      index = made;
      return { ...summaryOf(made, before), milliseconds: performance.now() - start };
    }),

  search: (text: string, limit: number): Promise<Result<SearchResults>> => answer(() => opened().search({ query: text, topK: limit, typing: true })),

  file: (path: string): Promise<Result<FileView | FolderView>> =>
    answer(() => fileView(opened(), path), (view) => ("tokens" in view ? [view.tokens.buffer] : [])),

  folder: (path: string): Promise<Result<FolderView>> => answer(() => folderView(opened(), path)),

  node: (id: string): Promise<Result<NodeView>> => answer(() => nodeView(opened(), id)),

  calls: (side: "callers" | "callees", id: string, offset: number): Promise<Result<Calls>> =>
    answer(() => opened()[side]({ symbol: id, offset, limit: CALLS })),

  absences: (where: { name: string } | { within: string }): Promise<Result<AbsentUses>> =>
    answer(() => opened().absences({ ...where, limit: ABSENCES })),

  why: (what: Explained): Promise<Result<Explanation[]>> =>
    answer(() => ("path" in what ? opened().explainUnresolved(what) : opened().explainEdge(what)).uses),

  snapshot: (): Promise<Result<Uint8Array<ArrayBuffer>>> =>
    answer(() => opened().snapshot() as Uint8Array<ArrayBuffer>, (bytes) => [bytes.buffer]),
};

export type Api = typeof api;
expose(api);

function opened(): Index {
  if (!index) throw new WaymarkError("closed", "no map is open");
  return index;
}

function nodeView(index: Index, id: string): NodeView {
  const { nodes, notFound, ambiguous } = index.fetchNode({ codeEntities: [id], fields: ["deps", "hierarchy", "metrics"], limit: MEMBERS });
  const [node] = nodes;
  if (!node) {
    const near = notFound[0]?.suggestions ?? ambiguous[0]?.candidates ?? [];
    throw new WaymarkError("not-found", `${id} is not in this map.${near.length ? ` Near: ${near.join(", ")}` : ""}`);
  }
  const params = { symbol: node.id, limit: CALLS };
  return { node, callers: index.callers(params), callees: index.callees(params) };
}

/** Asks, and hands over what `moved` names instead of copying it. */
async function answer<T>(ask: () => T | Promise<T>, moved: (value: T) => Transferable[] = () => []): Promise<Result<T>> {
  try {
    const value = await ask();
    return transfer({ value }, moved(value));
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
