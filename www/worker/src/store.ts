/** Snapshots in R2: one object a repository, so that it is there as a whole or not at all. */
import type { R2Bucket, R2Object } from "@cloudflare/workers-types/latest";
import { HttpError } from "./errors.js";

/** What is known of a repository without opening it. */
export interface Repository {
  /** Hash of its snapshot: the same files have the same id. */
  readonly id: string;
  readonly name: string;
  /** When it was stored. */
  readonly uploaded: string;
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly edges: number;
}

/** The part of {@link Repository} that is written. */
export type Facts = Omit<Repository, "id" | "uploaded">;

const PREFIX = "repositories/";

/** The id of a snapshot: equal indexes have equal snapshots. */
export async function idOf(snapshot: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", snapshot as Uint8Array<ArrayBuffer>));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Stores a snapshot. */
export async function put(bucket: R2Bucket, id: string, snapshot: Uint8Array, facts: Facts): Promise<Repository> {
  // Metadata travels in headers, where only ASCII is safe.
  const customMetadata = { facts: JSON.stringify({ ...facts, name: encodeURIComponent(facts.name) }) };
  return describe(await bucket.put(PREFIX + id, snapshot, { customMetadata }));
}

/** The repository `id`, if there is one. */
export async function find(bucket: R2Bucket, id: string): Promise<Repository | undefined> {
  const object = await bucket.head(PREFIX + id);
  return object ? describe(object) : undefined;
}

/** The repository `id`. */
export async function head(bucket: R2Bucket, id: string): Promise<Repository> {
  return (await find(bucket, id)) ?? missing(id);
}

/** The snapshot of the repository `id`. */
export async function get(bucket: R2Bucket, id: string): Promise<Uint8Array> {
  const object = (await bucket.get(PREFIX + id)) ?? missing(id);
  return new Uint8Array(await object.arrayBuffer());
}

/** Deletes the repository `id`. */
export async function remove(bucket: R2Bucket, id: string): Promise<void> {
  await head(bucket, id);
  await bucket.delete(PREFIX + id);
}

/** A page of the repositories by id, and where the next one starts. */
export async function list(bucket: R2Bucket, limit: number, cursor?: string): Promise<{ repositories: Repository[]; cursor?: string }> {
  const page = await bucket.list({ prefix: PREFIX, include: ["customMetadata"], limit, ...(cursor ? { cursor } : {}) });
  return { repositories: page.objects.map(describe), ...(page.truncated ? { cursor: page.cursor } : {}) };
}

function describe({ key, uploaded, customMetadata }: R2Object): Repository {
  const { name = "", ...counts } = JSON.parse(customMetadata?.["facts"] ?? "{}") as Facts;
  return { id: key.slice(PREFIX.length), name: decodeURIComponent(name), uploaded: uploaded.toISOString(), ...counts };
}

function missing(id: string): never {
  throw new HttpError("not-found", `there is no repository ${id}`);
}
