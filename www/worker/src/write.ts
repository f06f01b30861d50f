/** Who may write. */
import type { Context } from "hono";
import type { Env } from "./env.js";
import { HttpError } from "./errors.js";

/** Fails unless the request may write. Compared by hashes, so that the time it takes tells nothing. */
export async function mayWrite(c: Context<Env>): Promise<void> {
  const { WRITE_TOKEN } = c.env;
  if (!WRITE_TOKEN) return;
  const [given, wanted] = await Promise.all([c.req.header("authorization") ?? "", `Bearer ${WRITE_TOKEN}`].map(hash));
  if (given !== wanted) throw new HttpError("unauthorized", "this wants a token", {}, { "www-authenticate": "Bearer" });
}

async function hash(text: string): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
