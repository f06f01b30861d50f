/** What a model wrote, read as far as it can be read. */

/** The objects in `text`, which should be a list of them in JSON: of one that is broken or cut off, those that are whole. */
export function objectsIn(text: string): Record<string, unknown>[] {
  const whole = parsed(text.slice(text.indexOf("["), text.lastIndexOf("]") + 1));
  if (Array.isArray(whole)) return whole.filter((one) => typeof one === "object" && one !== null) as Record<string, unknown>[];
  // An object of ours holds texts and no other objects.
  const pieces = text.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g);
  // What is none is asked for again.
  return [...pieces].map(([written]) => parsed(written)).filter((one) => one !== undefined) as Record<string, unknown>[];
}

/** The texts of the first list in `text`. */
export function textsIn(text: string): string[] {
  const list = parsed(/\[[^[\]]*\]/.exec(text)?.[0] ?? "[]");
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
