/** Names that mean no node, or several. */
import type { Ambiguous, Missing } from "../index.js";
import { remark } from "./output.js";

/** The part of an answer that tells of them: one of a kind, or a list. */
export interface Unmatched {
  readonly notFound: Missing | readonly Missing[];
  readonly ambiguous: Ambiguous | readonly Ambiguous[];
}

/** Tells which names mean no node or several; answers whether there are such. */
export function unmatched({ notFound = [], ambiguous = [] }: Partial<Unmatched>): boolean {
  const [missing, several] = [[notFound].flat(), [ambiguous].flat()];
  for (const { name, suggestions } of missing) {
    remark(`nothing is called ${name}${suggestions.length ? `; did you mean ${suggestions.join(", ")}?` : ""}`);
  }
  for (const { name, candidates, total } of several) remark(`${total} nodes are called ${name}: ${listed(candidates, total)}`);
  return missing.length + several.length > 0;
}

/** All candidates of a name are meant where they are that few. */
const FEW = 3;

/**
 * Names with each one that several nodes bear replaced by these nodes if they are few, by the one of highest
 * rank if not; which it was is told.
 */
export function preferred(names: readonly string[], ambiguous: readonly Ambiguous[]): string[] {
  const meant = new Map(ambiguous.map((one) => [one.name, choose(one)]));
  return names.flatMap((name) => meant.get(name) ?? [name]);
}

function choose({ name, candidates, total }: Ambiguous): readonly string[] {
  const [first = name, ...others] = candidates;
  if (total <= FEW) {
    remark(`${total} nodes are called ${name}; here are all of them`);
    return candidates;
  }
  remark(`${total} nodes are called ${name}; here is ${first}, the highest in rank. Others: ${listed(others, total - 1)}`);
  return [first];
}

function listed(ids: readonly string[], total: number): string {
  return [...ids, ...(total > ids.length ? [`and ${total - ids.length} more`] : [])].join(", ");
}
