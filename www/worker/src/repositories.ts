/** Repositories: uploading, listing, showing, deleting. */
import { Hono, type Context } from "hono";
import type { IncrementalReindex } from "waymark";
import { ask, withIndex } from "./ask.js";
import { readParameters } from "./body.js";
import type { Env } from "./env.js";
import { MAX_LIST } from "./limits.js";
import { mcpOf, noStream } from "./mcp.js";
import { closeIndex } from "./open.js";
import { count, onlyOf, parametersOf, queryParams } from "./params.js";
import { review } from "./review.js";
import { head, list, remove } from "./store.js";
import { reindex, upload } from "./upload.js";
import { mayWrite } from "./write.js";

export const repositories = new Hono<Env>();

repositories.post("/", async (c) => {
  await mayWrite(c);
  onlyOf(queryOf(c), ["name", "partial", "readAs"]);
  const uploaded = await upload(c.req.raw, c.env.REPOSITORIES, c.req.query("name") ?? "", c.req.query("partial") === "true", c.req.queries("readAs") ?? []);
  return c.json(uploaded, 201, { location: `/repositories/${uploaded.id}` });
});

repositories.get("/", async (c) => {
  onlyOf(queryOf(c), ["limit", "cursor"]);
  const limit = count(queryOf(c), "limit", MAX_LIST) ?? MAX_LIST;
  return c.json(await list(c.env.REPOSITORIES, limit, c.req.query("cursor")));
});

repositories.get("/:id", async (c) => {
  const [bucket, id] = [c.env.REPOSITORIES, c.req.param("id")];
  const { languages, filterStats } = await withIndex(bucket, id, (index) => index.stats());
  return c.json({ ...(await head(bucket, id)), languages, filterStats });
});

repositories.delete("/:id", async (c) => {
  await mayWrite(c);
  await remove(c.env.REPOSITORIES, c.req.param("id"));
  closeIndex(c.req.param("id"));
  return c.body(null, 204);
});

repositories.post("/:id/review", async (c) => {
  return c.json(await review(c.req.raw, c.env.REPOSITORIES, c.req.param("id"), queryParams(queryOf(c), [])));
});

repositories.post("/:id/mcp", (c) => mcpOf(c, c.req.param("id")));
repositories.get("/:id/mcp", noStream);

repositories.get("/:id/:operation", async (c) => {
  const operation = c.req.param("operation");
  return c.json(await ask(c.env.REPOSITORIES, c.req.param("id"), operation, queryParams(queryOf(c), parametersOf(operation))));
});

repositories.post("/:id/incremental_reindex", async (c) => {
  await mayWrite(c);
  const { changed_files: changed, changedFiles = changed, renames } = await readParameters(c.req.raw);
  const changes = { changedFiles: changedFiles ?? [], renames: renames ?? [] } as IncrementalReindex;
  return c.json(await reindex(c.env.REPOSITORIES, c.req.param("id"), changes), 201);
});

repositories.post("/:id/:operation", async (c) => {
  const params = await readParameters(c.req.raw);
  return c.json(await ask(c.env.REPOSITORIES, c.req.param("id"), c.req.param("operation"), params));
});

/** The query of a request; a name may stand in it several times. */
export function queryOf(c: Context<Env>): URLSearchParams {
  return new URL(c.req.url).searchParams;
}
