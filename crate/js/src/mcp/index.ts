/** The operations for agents: a server of the Model Context Protocol, on trees that a host keeps. */
export { bytesOf } from "./base64.js";
export type { Call, Desk } from "./desk.js";
export { answerHttp } from "./http.js";
export { createServer } from "./server.js";
export type { Offer } from "./tools.js";
