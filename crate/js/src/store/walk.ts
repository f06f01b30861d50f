/** A walk along edges, level by level: no node is left twice, whatever circles there are. */
import { WaymarkError } from "../errors.js";
import type { EdgeRow } from "./rows.js";
import type { EdgeQuery } from "./tables.js";
import type { TraverseOptions } from "./types.js";

/** Ids whose edges are asked for at once. */
const CHUNK = 500;

const DIRECTIONS: readonly string[] = ["upstream", "downstream", "out", "in", "both"];

/** How far each node is, and the edges that were followed. */
export interface Walked {
  readonly depths: Map<string, number>;
  readonly followed: EdgeRow[];
}

/** Walks from `starts`; `edgesOf` gives the edges that may be followed. */
export async function walk(starts: readonly string[], { direction = "both", depth = 2 }: TraverseOptions, edgesOf: (query: EdgeQuery) => Promise<EdgeRow[]>): Promise<Walked> {
  if (!DIRECTIONS.includes(direction)) throw new WaymarkError("invalid-argument", `direction is one of ${DIRECTIONS.join(", ")}`);
  if (!Number.isInteger(depth) || depth < -1) throw new WaymarkError("invalid-argument", "depth is a number of steps, or -1");
  const depths = new Map(starts.map((id) => [id, 0]));
  const followed = new Map<number, EdgeRow>();
  let frontier = [...depths.keys()];
  for (let level = 1; frontier.length && (depth < 0 || level <= depth); level += 1) {
    const next: string[] = [];
    const reach = (id: string, row: EdgeRow) => {
      followed.set(row.seq, row);
      if (depths.has(id)) return;
      depths.set(id, level);
      next.push(id);
    };
    for (let at = 0; at < frontier.length; at += CHUNK) {
      const ids = frontier.slice(at, at + CHUNK);
      if (!["downstream", "in"].includes(direction)) for (const row of await edgesOf({ sources: ids })) reach(row.target, row);
      if (!["upstream", "out"].includes(direction)) for (const row of await edgesOf({ targets: ids })) reach(row.source, row);
    }
    frontier = next;
  }
  return { depths, followed: [...followed.values()] };
}
