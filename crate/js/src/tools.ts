/** The two tools that build: `index_codebase` and `incremental_reindex`, in the shape of the others. */
import type { Evolution, Settings, Status } from "../engine/waymark_wasm.js";
import { iterable, object, text } from "./check.js";
import { WaymarkError, invalid } from "./errors.js";
import type { Index } from "./index.js";
import { liftFeatures, type LiftReport } from "./lifting/index.js";
import type { Run } from "./pace.js";
import type { SourceInput } from "./sources/open.js";

/** A file and its content; `null` where it is gone. */
export type FileChange<Content = Uint8Array | string | null> =
  | readonly [path: string, content: Content]
  | { readonly path: string; readonly content: Content };

/** What is indexed, and how. Exactly one of `files`, `archive`, `url` and `rootPath` says what. */
export interface IndexCodebase {
  /** Files: paths with their content. */
  readonly files?: Iterable<FileChange<Uint8Array | string>> | undefined;
  /** A zip, tar or tar.gz archive. */
  readonly archive?: Uint8Array | Blob | ArrayBuffer | undefined;
  /** Where an archive is. */
  readonly url?: string | URL | undefined;
  /** A directory or an archive of the host's. */
  readonly rootPath?: string | undefined;
  /** Names of the languages to index; all by default. */
  readonly languages?: readonly string[] | undefined;
  /** Patterns in gitignore syntax to leave out. */
  readonly exclude?: readonly string[] | undefined;
  /** Whether statements are counted; they are read on demand either way. */
  readonly includeStatements?: boolean | undefined;
  /** Whether vectors are made, for searches by meaning; they are by default. */
  readonly embed?: boolean | undefined;
  /** Whether the language model of the run describes what each symbol does; rules do by default. */
  readonly enrich?: boolean | undefined;
  /** Whether `.gitignore` files count; they do by default. */
  readonly respectGitignore?: boolean | undefined;
  /** What the tree is called in answers. */
  readonly rootAlias?: string | undefined;
}

/** What changed since an index was built. */
export interface IncrementalReindex {
  /** Files with their new content; `null` where a file is gone. */
  readonly changedFiles?: Iterable<FileChange> | undefined;
  /** Files that moved without other changes. */
  readonly renames?: readonly (readonly [from: string, to: string])[] | undefined;
}

/** Milliseconds of each phase of a build. */
export type Elapsed = Readonly<Record<string, number>>;

/** What was left out or guessed. */
export interface IndexingError {
  readonly reason: string;
  readonly count: number;
  /** The first places. */
  readonly examples: readonly string[];
}

/** What a build made. */
export interface IndexReport {
  /** Hash of all paths and contents. */
  readonly indexId: string;
  readonly fileCount: number;
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** Statements, where they were to be counted. */
  readonly statementCount: number | undefined;
  readonly elapsed: Elapsed;
  readonly errors: readonly IndexingError[];
  /** Who made the vectors, and how many; nothing where there are none. */
  readonly embeddingStats: ReturnType<Index["stats"]>["embedding"];
  /** How many descriptions of the language model were taken, where it was asked. */
  readonly enrichment: LiftReport | undefined;
  /** What discovery left out, by reason. */
  readonly filterStats: ReturnType<Index["stats"]>["filterStats"];
}

/** What an update made. */
export interface ReindexReport extends IndexReport {
  /** Symbols that are new, gone, different; files that moved. */
  readonly evolution: Evolution;
}

/** The tree that `params` name. */
export async function sourceOf({ files, archive, url, rootPath }: IndexCodebase): Promise<SourceInput> {
  const given = [files, archive, url, rootPath].filter((source) => source !== undefined);
  if (given.length !== 1) throw new WaymarkError("invalid-argument", "give one of files, archive, url and rootPath");
  if (files !== undefined) return new Map([...iterable(files, "files")].map(pair));
  if (url !== undefined) return fetch(url);
  return (archive ?? rootPath) as SourceInput;
}

/** The settings that `params` stand for. */
export function settingsOf({ languages = [], exclude = [], respectGitignore = true, embed = true }: IndexCodebase): Settings {
  return { languages: [...languages], exclude: [...exclude], respectGitignore, embed };
}

/** Lets the model of `run` describe the symbols of `index`. */
export function enrich(index: Index, { model, signal }: Run): Promise<LiftReport> {
  if (!model) throw new WaymarkError("invalid-argument", "to enrich takes a language model, and there is none");
  return liftFeatures(index, model, signal ? { signal } : {});
}

/** What `index` came to be. */
export function reportOf(index: Index, elapsed: Elapsed, statements: boolean, enrichment?: LiftReport): IndexReport {
  const status: Status = index.indexStatus({ statements });
  const { files, nodes, edges, report, embedding, filterStats } = index.stats();
  const [root] = status.roots;
  return {
    indexId: status.indexId,
    fileCount: files,
    nodeCount: nodes,
    edgeCount: edges,
    statementCount: root?.statements,
    elapsed,
    errors: report,
    embeddingStats: embedding,
    enrichment,
    filterStats,
  };
}

/** The changes that `params` stand for: a file that moved is gone where it was and new where it is. */
export function changesOf(index: Index, { changedFiles = [], renames = [], ...unknown }: IncrementalReindex): [string, Uint8Array | string | null][] {
  const [other] = Object.keys(unknown);
  if (other !== undefined) invalid(`incremental_reindex: there is no \`${other}\`; there are changedFiles, renames`);
  const changes = new Map<string, Uint8Array | string | null>();
  for (const [from, to] of renames) {
    const bytes = index.bytes(from);
    if (bytes === undefined) throw new WaymarkError("not-found", `${from} is not in the index`);
    changes.set(from, null);
    changes.set(to, bytes);
  }
  for (const change of iterable(changedFiles, "changedFiles")) changes.set(...pair(change));
  return [...changes];
}

/** A file as a pair, however it is written. */
function pair<Content>(file: FileChange<Content>): [string, Content] {
  if (Array.isArray(file)) return [...(file as readonly [string, Content])];
  const { path, content } = object(file as { path: string; content: Content }, "a file");
  return [text(path, "the path of a file"), content];
}
