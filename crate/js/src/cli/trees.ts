/** The trees of a server in Node. */
import { realpathSync } from "node:fs";
import { basename, relative, resolve, isAbsolute } from "node:path";
import { Waymark, WaymarkError, type IndexCodebase, type IndexReport, type Settings, type Status } from "../entry/node.js";
import type { Model } from "../lifting/index.js";
import { bytesOf, type Call, type Desk, type Offer } from "../mcp/index.js";
import { settingsOf } from "../tools.js";
import { existing } from "./open.js";
import { Tree, type Open } from "./tree.js";

/** Trees that are open at once. */
const MAX_TREES = 16;

/** What a server may do besides reading the trees that it was started on. */
export interface Rights {
  /** Directories whose trees may be indexed. */
  readonly directories: readonly string[];
  /** Whether archives may be fetched from elsewhere. */
  readonly fetches: boolean;
  /** What describes symbols for whoever asks to enrich. */
  readonly model?: Model | undefined;
}

/** Trees by name. */
export class Trees implements Desk {
  readonly offer: Offer;
  readonly mayBuild = true;
  readonly severalRoots = true;
  readonly note = "A directory is looked at again before an answer, at most once a second, and files that changed are taken in first.";
  readonly #trees = new Map<string, Tree>();
  readonly #rights: Rights;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(offer: Offer, rights: Rights) {
    this.offer = offer;
    this.#rights = rights;
  }

  /** Adds a tree, and begins to index it. */
  add(path: string, open: Open, settings: Settings): void {
    const name = this.#free(basename(resolve(path)) || "root");
    const tree = new Tree(name, open, path, settings);
    this.#trees.set(name, tree);
    // Whoever asks first hears what went wrong.
    tree.ask("index_status", {}).catch(() => undefined);
  }

  ask(call: Call): Promise<unknown> {
    const answer = this.#answer(call);
    this.#pending.add(answer);
    const done = () => this.#pending.delete(answer);
    answer.then(done, done);
    return answer;
  }

  /** Resolves when nobody waits for an answer. */
  async idle(): Promise<void> {
    while (this.#pending.size) await Promise.allSettled(this.#pending);
  }

  async #answer({ operation, params, root, ...run }: Call): Promise<unknown> {
    if (operation === "index_codebase") return this.#index(params, run);
    if (operation === "index_status" && root === undefined && this.#trees.size > 1) return this.#status(params);
    const tree = this.#tree(root);
    return operation === "incremental_reindex" ? tree.reindex(params) : tree.ask(operation, params);
  }

  #tree(root: string | undefined): Tree {
    const names = [...this.#trees.keys()];
    const name = root ?? (names.length === 1 ? names[0] : undefined);
    const tree = name === undefined ? undefined : this.#trees.get(name);
    if (tree) return tree;
    const known = names.join(", ");
    if (name === undefined) throw new WaymarkError("invalid-argument", `say which tree is meant by \`root\`: ${known}`);
    throw new WaymarkError("not-found", `there is no tree ${name}; there are ${known}`);
  }

  async #index(params: IndexCodebase & { archive?: unknown }, run: Pick<Call, "signal" | "onProgress">): Promise<IndexReport & { root: string }> {
    const { archive, url, rootPath, rootAlias } = params;
    if (url !== undefined && !this.#rights.fetches) throw new WaymarkError("invalid-argument", "this server fetches nothing: start it with --fetch, or give files");
    if (rootPath !== undefined) this.#mayRead(rootPath);
    const name = rootAlias || this.#free(rootPath === undefined ? "tree" : basename(resolve(rootPath)));
    if (this.#trees.size >= MAX_TREES && !this.#trees.has(name)) throw new WaymarkError("limit-exceeded", `${MAX_TREES} trees are open: give one of their names as root_alias to replace it`);
    const given = { ...params, rootAlias: name, ...(archive === undefined ? {} : { archive: bytesOf(archive) }) };
    const build = async () => (await Waymark.load()).indexCodebase(given, { ...run, model: this.#rights.model });
    const { index, report } = await build();
    // Built again only if the engine was restarted.
    let first: typeof index | undefined = index;
    const open = async () => {
      const opened = first ?? (await build()).index;
      first = undefined;
      return opened;
    };
    await this.#trees.get(name)?.close();
    this.#trees.set(name, new Tree(name, open, rootPath, settingsOf(params)));
    return { ...report, root: name };
  }

  /** All trees at once: each with its own id. */
  async #status(params: Record<string, unknown>): Promise<unknown> {
    const all = (await Promise.all([...this.#trees.values()].map((tree) => tree.ask("index_status", params)))) as Status[];
    const [first] = all;
    return {
      roots: all.flatMap(({ indexId, roots }) => roots.map((one) => ({ ...one, indexId }))),
      dirtyCount: all.reduce((sum, { dirtyCount }) => sum + dirtyCount, 0),
      dirtyPaths: all.flatMap(({ roots, dirtyPaths }) => dirtyPaths.map((path) => `${roots[0]?.root ?? ""}/${path}`)),
      refreshedFiles: all.reduce((sum, { refreshedFiles }) => sum + refreshedFiles, 0),
      snapshotVersion: first?.snapshotVersion,
    };
  }

  /** An agent reads what its user started the server on, and no more. */
  #mayRead(path: string): void {
    const real = realpathSync(existing(path));
    const within = this.#rights.directories.some((directory) => {
      const from = relative(realpathSync(directory), real);
      return !from.startsWith("..") && !isAbsolute(from);
    });
    if (!within) throw new WaymarkError("invalid-argument", `${path} is outside of what this server was started on: start it with --allow ${path}`);
  }

  #free(name: string): string {
    let free = name;
    for (let n = 2; this.#trees.has(free); n += 1) free = `${name}-${n}`;
    return free;
  }
}
