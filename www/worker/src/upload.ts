/** An archive to a stored repository. */
import type { R2Bucket } from "@cloudflare/workers-types/latest";
import type { IncrementalReindex, IndexStats, ReindexReport, Settings, SourceInput } from "waymark";
import { readBody } from "./body.js";
import { waymark } from "./engine.js";
import { HttpError } from "./errors.js";
import { MAX_ARCHIVE_BYTES, MAX_NAME, TREE } from "./limits.js";
import { closeAll, openSnapshot } from "./open.js";
import { inPlace } from "./places.js";
import { find, get, head, idOf, put, type Repository } from "./store.js";

/** A repository with all that its upload tells. */
export type Uploaded = Repository & Pick<IndexStats, "languages" | "filterStats">;

/**
 * Reads, indexes and stores the archive in `request`; as far as the limits go if `partial` is enough. Each of `readAs`
 * is a pattern and the language that what matches it is read as, `*.inc=php`.
 */
export function upload(request: Request, bucket: R2Bucket, name: string, partial: boolean, readAs: readonly string[]): Promise<Uploaded> {
  const settings = { languageOverrides: readAs.map(override) };
  return store(() => readBody(request, MAX_ARCHIVE_BYTES), bucket, name, partial, settings);
}

/** The same for a tree that `read` gives when there is room for it. */
export async function store(read: () => SourceInput | Promise<SourceInput>, bucket: R2Bucket, name: string, partial = false, settings: Settings = {}): Promise<Uploaded> {
  if (name.length > MAX_NAME) throw new HttpError("invalid-argument", `a name has at most ${MAX_NAME} characters`);
  return inPlace(async () => {
    const { snapshot, stats } = await index(await read(), partial, settings);
    const { files, lines, symbols, edges, languages, filterStats } = stats;
    const id = await idOf(snapshot);
    // The same files again are the same repository: they do not take the name away that others know it by.
    const known = await find(bucket, id);
    const repository = await put(bucket, id, snapshot, { name: known?.name || name, files, lines, symbols, edges });
    openSnapshot(id, snapshot);
    return { ...repository, languages, filterStats };
  });
}

/** Takes changes into the repository `id`: what comes of it is another repository, since content never changes under an id. */
export async function reindex(bucket: R2Bucket, id: string, changes: IncrementalReindex): Promise<Uploaded & { report: ReindexReport }> {
  return inPlace(async () => {
    const [{ name }, old] = await Promise.all([head(bucket, id), get(bucket, id)]);
    closeAll();
    using built = waymark.open(old);
    const report = await built.incrementalReindex(changes);
    const { files, lines, symbols, edges, languages, filterStats } = built.stats();
    const snapshot = built.snapshot();
    const repository = await put(bucket, await idOf(snapshot), snapshot, { name, files, lines, symbols, edges });
    return { ...repository, languages, filterStats, report };
  });
}

/**
 * Nothing of the engine's is kept over an await, since a request that is cut off would never give it back; and
 * what is asked later is asked of a snapshot, whether it comes from here or from R2.
 */
async function index(tree: SourceInput, partial: boolean, settings: Settings): Promise<{ snapshot: Uint8Array; stats: IndexStats }> {
  // A build needs the room.
  closeAll();
  using built = await waymark.index(tree, { stripTopFolder: tree instanceof Uint8Array, ...settings, ...TREE });
  const stats = built.stats();
  const { files, filterStats } = stats;
  if ((!files || !partial) && filterStats.some(({ reason }) => reason === "limit")) {
    const message = `the tree has more than ${TREE.maxTotalBytes} bytes or ${TREE.maxFiles} files; ?partial=true takes what fits`;
    throw new HttpError("limit-exceeded", message, { filterStats });
  }
  if (!files) throw new HttpError("invalid-archive", "nothing in it can be indexed", { filterStats });
  return { snapshot: built.snapshot(), stats };
}

function override(text: string): [string, string] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new HttpError("invalid-argument", "readAs is a pattern and a language: *.inc=php");
  return [text.slice(0, at), text.slice(at + 1)];
}
