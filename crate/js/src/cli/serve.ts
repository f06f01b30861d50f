/** A server of MCP over standard input and output. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "../mcp/index.js";
import type { Arguments } from "./arguments.js";
import { existing, openAt, readSettings } from "./open.js";
import { Trees } from "./trees.js";

/** Serves until its input ends; answers the exit code. */
export async function serve(given: Arguments): Promise<number> {
  const names = given.names();
  const paths = (names.length ? names : ["."]).map(existing);
  const directories = [...paths.filter((path) => statSync(path).isDirectory()), ...given.texts("allow").map(existing)];
  const trees = new Trees(given.has("all") ? "all" : "tools", { directories, fetches: given.has("fetch") });
  for (const path of paths) trees.add(path, () => openAt(path, given), readSettings(given));
  await createServer(trees).connect(new StdioServerTransport());
  await Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
  await trees.idle();
  // Answers are written in the same turn; a build that nobody waits for is no reason to stay.
  await setImmediate();
  process.exit(0);
}
