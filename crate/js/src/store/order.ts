/** Order along edges, with circles taken as one, as in the engine. */
import { compare, type EdgeRow } from "./rows.js";

/** Nodes that all lead to each other, or one node alone. */
export interface Component {
  readonly ids: string[];
  /** Whether a way leads from one of them back to itself. */
  readonly cyclic: boolean;
}

/** The components of `ids`, which are sorted: sources before targets; of those that could come next, the least first. */
export function topological(ids: readonly string[], edges: readonly EdgeRow[]): Component[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const out: number[][] = ids.map(() => []);
  const loops = new Set<number>();
  for (const { source, target } of edges) {
    const [from = 0, to = 0] = [place.get(source), place.get(target)];
    if (from === to) loops.add(from);
    else out[from]?.push(to);
  }
  const groups = components(out);
  const least = groups.map((members) => Math.min(...members));
  const groupOf = new Int32Array(ids.length);
  groups.forEach((members, at) => members.forEach((member) => (groupOf[member] = at)));
  const waits = new Int32Array(groups.length);
  out.forEach((targets, from) => targets.forEach((to) => groupOf[from] !== groupOf[to] && waits[groupOf[to] ?? 0]!++));
  const ready = new Heap();
  waits.forEach((count, at) => count === 0 && ready.push(least[at] ?? 0));
  const order: Component[] = [];
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    const members = groups[groupOf[next] ?? 0] ?? [];
    const named = members.map((at) => ids[at] ?? "").sort(compare);
    order.push({ ids: named, cyclic: named.length > 1 || loops.has(next) });
    for (const member of members) {
      for (const to of out[member] ?? []) {
        const group = groupOf[to] ?? 0;
        if (group === groupOf[next]) continue;
        waits[group]!--;
        if (waits[group] === 0) ready.push(least[group] ?? 0);
      }
    }
  }
  return order;
}

/** Strongly connected components by Tarjan's algorithm, with a stack of its own: graphs are deep. */
function components(out: readonly (readonly number[])[]): number[][] {
  const [index, low] = [new Int32Array(out.length).fill(-1), new Int32Array(out.length)];
  const [stack, onStack, found]: [number[], Uint8Array, number[][]] = [[], new Uint8Array(out.length), []];
  let counter = 0;
  for (let root = 0; root < out.length; root += 1) {
    if (index[root] !== -1) continue;
    const work: [at: number, next: number][] = [[root, 0]];
    while (work.length) {
      const frame = work[work.length - 1]!;
      const [at, next] = frame;
      if (next === 0) {
        index[at] = low[at] = counter;
        counter += 1;
        stack.push(at);
        onStack[at] = 1;
      }
      const to = out[at]?.[next];
      if (to === undefined) {
        work.pop();
        const parent = work[work.length - 1]?.[0];
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[at] ?? 0);
        if (low[at] === index[at]) found.push(cut(stack, onStack, at));
        continue;
      }
      frame[1] += 1;
      if (index[to] === -1) work.push([to, 0]);
      else if (onStack[to]) low[at] = Math.min(low[at] ?? 0, index[to] ?? 0);
    }
  }
  return found;
}

function cut(stack: number[], onStack: Uint8Array, root: number): number[] {
  const members = stack.splice(stack.lastIndexOf(root));
  for (const member of members) onStack[member] = 0;
  return members;
}

/** Numbers, the least first. */
class Heap {
  readonly #held: number[] = [];

  push(value: number): void {
    const held = this.#held;
    held.push(value);
    for (let at = held.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (held[parent]! <= held[at]!) return;
      [held[parent], held[at]] = [held[at]!, held[parent]!];
      at = parent;
    }
  }

  pop(): number | undefined {
    const held = this.#held;
    const [first] = held;
    const last = held.pop();
    if (last === undefined || !held.length) return first;
    held[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < held.length && held[child]! < held[least]!) least = child;
      if (least === at) return first;
      [held[least], held[at]] = [held[at]!, held[least]!];
      at = least;
    }
  }
}
