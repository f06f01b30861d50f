/**
 * The operations as a server of the Model Context Protocol. Names, descriptions, schemas and hints come from the
 * one table of operations; nothing here knows any of them by name.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { WaymarkError } from "../errors.js";
import { version } from "../generated/version.js";
import type { Progress } from "../index.js";
import type { Operation } from "../operation.js";
import { answerWithin } from "./budget.js";
import type { Call, Desk } from "./desk.js";
import { instructionsOf } from "./instructions.js";
import { camel, snake } from "./names.js";
import { offered, toolOf } from "./tools.js";

/** A server on `desk`; connect it to a transport. */
export function createServer(desk: Desk): Server {
  const rows = new Map(offered(desk.offer ?? "tools", desk.mayBuild).map((row) => [row.name, row]));
  const server = new Server({ name: "waymark", version }, { capabilities: { tools: {} }, instructions: instructionsOf(desk) });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...rows.values()].map((row) => toolOf(row, desk.severalRoots)) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }, { signal, _meta, sendNotification }) => {
    const row = rows.get(name);
    if (!row) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${name}`);
    const progressToken = _meta?.progressToken;
    const onProgress = ({ phase, done, total, path }: Progress) => {
      if (progressToken === undefined) return;
      const message = path ? `${phase} ${path}` : phase;
      // A client that has gone misses nothing.
      void sendNotification({ method: "notifications/progress", params: { progressToken, progress: done, total, message } }).catch(() => undefined);
    };
    return answer(desk, row, given, { signal, onProgress });
  });
  return server;
}

/** An answer as text; an error is an answer too, so that an agent can mend its question. */
async function answer(desk: Desk, row: Operation, given: Record<string, unknown>, run: Pick<Call, "signal" | "onProgress">): Promise<CallToolResult> {
  try {
    const { root, ...params } = parametersOf(row, given, desk.severalRoots);
    if (root !== undefined && typeof root !== "string") throw new WaymarkError("invalid-argument", `${row.name}: root is the name of a tree`);
    const text = await answerWithin(row, params, (shorter) => desk.ask({ operation: row.name, params: shorter, root, ...run }));
    return { content: [{ type: "text", text }] };
  } catch (error) {
    return { content: [{ type: "text", text: JSON.stringify(told(error)) }], isError: true };
  }
}

/** Code and message, and what else an error carries. */
function told(error: unknown): object {
  const { code, message, details } = error as { code?: unknown; message?: unknown; details?: object };
  // Codes of the host's own are spelled like ours; those of a system are not.
  const known = typeof code === "string" && /^[a-z-]+$/.test(code);
  return { code: known ? code : "internal", message: error instanceof Error ? message : String(error), ...(details ?? {}) };
}

/** Parameters by their names in JavaScript; whether their values fit is the engine's to say. */
function parametersOf({ name, parameters }: Operation, given: Record<string, unknown>, severalRoots: boolean): Record<string, unknown> {
  const known = [...parameters.map((parameter) => parameter.name), ...(severalRoots ? ["root"] : [])];
  const read = Object.entries(given).map(([key, value]) => [camel(key), value] as const);
  const odd = read.find(([key]) => !known.includes(key));
  if (odd) throw new WaymarkError("invalid-argument", `${name}: there is no \`${snake(odd[0])}\`; there are ${known.map(snake).join(", ")}`);
  return Object.fromEntries(read.filter(([, value]) => value !== null));
}
