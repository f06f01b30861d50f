/** What a model wrote, read as far as it can be read. */

/** The objects in `text`, which should be a list of them in JSON: of one that is broken or cut off, those that are whole. */
export function objectsIn(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  // An object of ours holds texts and no other objects.
  for (const [written] of text.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g)) {
    try {
      found.push(JSON.parse(written) as Record<string, unknown>);
    } catch {
      // It is asked for again.
      continue;
    }
  }
  return found;
}

/** The texts of the first list in `text`. */
export function textsIn(text: string): string[] {
  try {
    const list = JSON.parse(/\[[^[\]]*\]/.exec(text)?.[0] ?? "[]") as unknown[];
    return list.filter((one) => typeof one === "string");
  } catch {
    return [];
  }
}
