/** MCP over HTTP, one request at a time: nothing is kept between them, so that any isolate answers any request. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Desk } from "./desk.js";
import { createServer } from "./server.js";

/** Answers a POST whose body, already read and parsed, is a message of MCP. */
export async function answerHttp(request: Request, body: unknown, desk: Desk): Promise<Response> {
  const server = createServer(desk);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}
