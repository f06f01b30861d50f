// What every consumer does: index, ask, update, export, take a snapshot and open it.

/** Indexes `files`, pairs of path and text; answers plain data, the same in every host. */
export async function scenario(Waymark, files, options) {
  const waymark = await Waymark.load(options);
  const phases = new Set();
  const index = await waymark.index(new Map(files), {}, { onProgress: ({ phase }) => phases.add(phase) });
  const exported = await text(index);
  const snapshot = index.snapshot();
  const callers = index.callers({ symbol: "square" }).uses.map(({ node }) => node.id);

  await index.update(new Map([["lib/shapes.py", "def cube(x): return square(x) * x\ndef square(x): return x * x\n"], ["lib/main.go", null]]));
  const updated = index.callers({ symbol: "square" }).uses.map(({ node }) => node.id);

  const opened = waymark.open(snapshot);
  await opened.ready();
  const [near] = opened.search({ query: "extent of a surface", topK: 1 }).hits;
  const reopened = (await text(opened)) === exported && (await hash(opened.snapshot())) === (await hash(snapshot));
  opened.close();
  let code;
  try {
    opened.stats();
  } catch (error) {
    code = error.code;
  }
  const { report } = index.stats();
  return { phases: [...phases], callers, updated, near: [near.id, near.origin], reopened, code, report, exported, snapshot: await hash(snapshot) };
}

async function text(index) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of index.export("jsonl")) text += decoder.decode(piece, { stream: true });
  return text;
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
