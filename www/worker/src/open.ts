/** The open indexes of this isolate: few, the least recently used is closed first. */
import type { Index } from "waymark";
import { waymark } from "./engine.js";
import { OPEN } from "./limits.js";

interface Open {
  readonly index: Index;
  readonly bytes: number;
}

/** By id, in order of use. A repository's content never changes under its id, so none of them is ever stale. */
const open = new Map<string, Open>();

/** The index called `id`, if it is open. It may be closed by the next one that is opened: do not await with it. */
export function opened(id: string): Index | undefined {
  const found = open.get(id);
  if (!found) return undefined;
  open.delete(id);
  open.set(id, found);
  return found.index;
}

/** Opens a snapshot, and makes room before. */
export function openSnapshot(id: string, snapshot: Uint8Array): Index {
  const known = opened(id);
  if (known) return known;
  shrink(OPEN.indexes - 1, OPEN.bytes - snapshot.length);
  const index = waymark.open(snapshot);
  open.set(id, { index, bytes: snapshot.length });
  return index;
}

/** Closes an index. */
export function closeIndex(id: string): void {
  open.get(id)?.index.close();
  open.delete(id);
}

/** Closes all: to make room, or since the engine was restarted and has lost them. */
export function closeAll(): void {
  shrink(0, 0);
}

function shrink(indexes: number, bytes: number): void {
  let total = [...open.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  for (const [id, entry] of open) {
    if (open.size <= indexes && total <= bytes) return;
    total -= entry.bytes;
    closeIndex(id);
  }
}
