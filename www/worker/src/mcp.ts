/** The tools for agents over HTTP: of one repository, or of all, which `root` then tells apart. */
import type { R2Bucket } from "@cloudflare/workers-types/latest";
import type { Context } from "hono";
import { WaymarkError, type IndexCodebase } from "waymark";
import { answerHttp, bytesOf, type Call, type Desk } from "waymark/mcp";
import { ask, withIndex } from "./ask.js";
import { readJson } from "./body.js";
import type { Env } from "./env.js";
import { HttpError, described } from "./errors.js";
import { MAX_ARCHIVE_BYTES, MAX_LIST, MAX_MESSAGE_BYTES, MAX_PARAMETER_BYTES } from "./limits.js";
import { closeAll } from "./open.js";
import { list } from "./store.js";
import { reindex, store, type Uploaded } from "./upload.js";
import { mayWrite } from "./write.js";

/** Answers a message of MCP about the repository `id`. */
export async function mcpOf(c: Context<Env>, id: string): Promise<Response> {
  const bucket = c.env.REPOSITORIES;
  const desk: Desk = { mayBuild: false, severalRoots: false, ask: ({ operation, params }) => told(ask(bucket, id, operation, params)) };
  return answerHttp(c.req.raw, await readJson(c.req.raw, MAX_PARAMETER_BYTES), desk);
}

/** Answers a message of MCP about any repository. */
export async function mcpOfAll(c: Context<Env>): Promise<Response> {
  const note = "A tree is known by the id that `index_codebase` answers as `root`. A tree never changes under its id: `incremental_reindex` answers a new one.";
  const desk: Desk = { mayBuild: true, severalRoots: true, note, ask: (call) => told(answer(c, call)) };
  return answerHttp(c.req.raw, await readJson(c.req.raw, MAX_MESSAGE_BYTES), desk);
}

/** A tool that has no method: MCP opens no stream here. */
export function noStream(): never {
  throw new HttpError("method-not-allowed", "messages are sent here by POST", {}, { allow: "POST" });
}

async function answer(c: Context<Env>, { operation, params, root }: Call): Promise<unknown> {
  const bucket = c.env.REPOSITORIES;
  if (operation === "index_codebase") return indexed(c, params);
  if (operation === "index_status" && root === undefined) return status(bucket);
  if (root === undefined) throw new HttpError("invalid-argument", "say which repository is meant by `root`: `index_status` lists them");
  if (operation !== "incremental_reindex") return ask(bucket, root, operation, params);
  await mayWrite(c);
  const { report, id } = await reindex(bucket, root, params);
  return { ...report, root: id };
}

async function indexed(c: Context<Env>, params: Omit<IndexCodebase, "archive"> & { archive?: unknown }): Promise<unknown> {
  await mayWrite(c);
  const { files, archive, url, rootPath, rootAlias = "", languages = [], exclude = [], respectGitignore = true, embed = true } = params;
  if (url !== undefined || rootPath !== undefined) throw new HttpError("invalid-argument", "this server fetches nothing and has no files: give files or an archive");
  if ((files === undefined) === (archive === undefined)) throw new HttpError("invalid-argument", "give one of files and archive");
  const read = () => (files === undefined ? archiveOf(archive) : filesOf(files));
  const settings = { languages: [...languages], exclude: [...exclude], respectGitignore, embed };
  const { id, name } = await store(read, c.env.REPOSITORIES, rootAlias, false, settings);
  return withIndex(c.env.REPOSITORIES, id, (index) => {
    const { indexId, roots } = index.indexStatus({ statements: params.includeStatements ?? false });
    const { files: fileCount, nodes: nodeCount, edges: edgeCount, report: errors, filterStats } = index.stats();
    return { indexId, root: id, name, fileCount, nodeCount, edgeCount, statementCount: roots[0]?.statements, errors, filterStats };
  });
}

function archiveOf(archive: unknown): Uint8Array {
  const bytes = bytesOf(archive);
  if (bytes.length > MAX_ARCHIVE_BYTES) throw new HttpError("limit-exceeded", `the archive is larger than ${MAX_ARCHIVE_BYTES} bytes`);
  return bytes;
}

function filesOf(files: unknown): Map<string, string> {
  const given = Array.isArray(files) ? (files as ({ path?: unknown; content?: unknown } | null)[]) : [];
  const pairs = given.map((file) => [file?.path, file?.content]);
  const sound = pairs.length && pairs.flat().every((part) => typeof part === "string");
  if (!sound) throw new HttpError("invalid-argument", "files is a list of {path, content}");
  return new Map(pairs as [string, string][]);
}

async function status(bucket: R2Bucket): Promise<unknown> {
  const { repositories, cursor } = await list(bucket, MAX_LIST);
  const roots = repositories.map(({ id, uploaded, ...facts }: Omit<Uploaded, "languages" | "filterStats">) => ({ root: id, indexedAt: uploaded, ...facts }));
  return { roots, dirtyCount: 0, dirtyPaths: [], truncated: cursor !== undefined };
}

/** What strangers may hear of an error. */
async function told(answered: Promise<unknown>): Promise<unknown> {
  try {
    return await answered;
  } catch (error) {
    if (error instanceof WaymarkError && error.code === "engine-trap") closeAll();
    throw described(error);
  }
}
