// Compiled, never run: what must be typed, and what must not compile.
import { Waymark, WaymarkError, type Calls, type Index, type NodeInfo, type Progress, type Settings } from "waymark";

export async function use(): Promise<NodeInfo[]> {
  const settings: Settings = { exclude: ["*.snap"], maxFileBytes: 1 << 20 };
  const waymark = await Waymark.load({ grammars: { python: new URL("file:///python.wasm") } });
  const signal = AbortSignal.timeout(1000);
  using index: Index = await waymark.index(new Map([["a.py", "x = 1"]]), settings, { onProgress: (p: Progress) => p.phase, signal });
  const calls: Calls = index.callers({ symbol: "f", minConfidence: 0.5 });
  const maybe: NodeInfo | undefined = calls.symbol;
  const bytes: Uint8Array = index.snapshot();
  const again = await Waymark.open(bytes);
  await again.update([["a.py", null]]);
  for await (const piece of again.export("jsonl")) piece.byteLength.toFixed();
  // @ts-expect-error A parameter that no operation has.
  index.callers({ simbol: "f" });
  // @ts-expect-error A setting that does not exist.
  await waymark.index("a", { exclud: [] });
  // @ts-expect-error A format that does not exist.
  index.export("yaml");
  // @ts-expect-error Indexes come from a build or a snapshot.
  new Waymark();
  return maybe ? [maybe] : [];
}

export function explain(error: unknown): string {
  if (!(error instanceof WaymarkError)) return "";
  return error.code === "engine-trap" ? "restarted" : error.code;
}
