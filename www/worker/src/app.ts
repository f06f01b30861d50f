/** The routes. */
import { Hono, type Context } from "hono";
import { cors } from "hono/cors";
import { WaymarkError, operations } from "waymark";
import { ask, askAround, askNode } from "./ask.js";
import { waymark } from "./engine.js";
import type { Env } from "./env.js";
import { HttpError, errorResponse } from "./errors.js";
import { mcpOfAll } from "./mcp.js";
import { closeAll } from "./open.js";
import { count, parametersOf, queryParams, required } from "./params.js";
import { queryOf, repositories } from "./repositories.js";

/** The most hits of a search. */
const MAX_HITS = 200;

export const app = new Hono<Env>();

app.use(async (c, next) => {
  const origin = (c.env.ALLOW_ORIGIN ?? "").split(",").map((one) => one.trim());
  if (origin.some(Boolean)) return cors({ origin: origin.includes("*") ? "*" : origin, allowMethods: METHODS })(c, next);
  return next();
});

app.use(async (c, next) => {
  await next();
  c.header("x-content-type-options", "nosniff");
  c.header("cache-control", "no-store");
});

app.get("/", (c) => c.json({ name: "waymark", operations, memoryBytes: waymark.memoryBytes }));
app.route("/repositories", repositories);
app.post("/mcp", mcpOfAll);

app.get("/search", async (c) => {
  const query = queryOf(c);
  const topK = count(query, "k", MAX_HITS);
  const params = { ...queryParams(query, parametersOf("search"), ["repository", "q", "k"]), query: required(query, "q"), ...(topK ? { topK } : {}) };
  return c.json(await ask(c.env.REPOSITORIES, required(query, "repository"), "search", params));
});

app.get("/nodes/:name{.*}", async (c) => {
  const query = queryOf(c);
  const name = c.req.param("name") || ".";
  return c.json(await askNode(c.env.REPOSITORIES, required(query, "repository"), name, queryParams(query, parametersOf("fetch_node"), ["repository"])));
});

app.get("/explore", async (c) => {
  const query = queryOf(c);
  required(query, "start");
  const [id, starts] = [required(query, "repository"), query.getAll("start")];
  return c.json(await askAround(c.env.REPOSITORIES, id, starts, queryParams(query, parametersOf("explore_rpg"), ["repository", "start"])));
});

const METHODS = ["GET", "HEAD", "POST", "DELETE"];

app.notFound((c) => errorResponse(refusal(c)));

app.onError((error) => {
  // The engine was restarted: what was open is gone.
  if (error instanceof WaymarkError && error.code === "engine-trap") closeAll();
  return errorResponse(error);
});

/** Whether the path is unknown or only its method: a route for another one would have a handler of its own. */
function refusal(c: Context<Env>): HttpError {
  const { method, path } = c.req;
  const routes = new Set(app.routes.filter((route) => route.method !== "ALL").map((route) => route.method));
  const allowed = [...routes].filter((other) => app.router.match(other, path)[0].some(([[, route]]) => route.method === other));
  if (!allowed.length) return new HttpError("not-found", `there is nothing at ${path}`);
  const allow = allowed.flatMap((other) => (other === "GET" ? ["GET", "HEAD"] : other)).join(", ");
  return new HttpError("method-not-allowed", `${method} is not possible at ${path}; ${allow} is`, {}, { allow });
}
