/** A server of MCP over standard input and output. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openAiModel, type Model } from "../lifting/index.js";
import { createServer } from "../mcp/index.js";
import type { Arguments } from "./arguments.js";
import { existing, openAt, readSettings } from "./open.js";
import { Trees } from "./trees.js";

/** The language model that is named, at an address that speaks as OpenAI's does. */
function modelOf(given: Arguments): Model | undefined {
  const model = given.text("model");
  const url = given.text("model-url");
  const key = process.env["WAYMARK_MODEL_KEY"];
  return model === undefined ? undefined : openAiModel({ model, ...(url === undefined ? {} : { url }), ...(key ? { key } : {}) });
}

/** Serves until its input ends; answers the exit code. */
export async function serve(given: Arguments): Promise<number> {
  const names = given.names();
  const paths = (names.length ? names : ["."]).map(existing);
  const directories = [...paths.filter((path) => statSync(path).isDirectory()), ...given.texts("allow").map(existing)];
  const trees = new Trees(given.has("all") ? "all" : "tools", { directories, fetches: given.has("fetch"), model: modelOf(given) });
  for (const path of paths) trees.add(path, () => openAt(path, given), readSettings(given));
  await createServer(trees).connect(new StdioServerTransport());
  await Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
  await trees.idle();
  // Answers are written in the same turn; a build that nobody waits for is no reason to stay.
  await setImmediate();
  process.exit(0);
}
