/** Whole graphs as text: JSON, one document, and JSONL, one node or place of an edge a line, as the engine exports them. */
import { object } from "../check.js";
import { WaymarkError, invalid } from "../errors.js";
import { GraphLines, linesOf } from "./lines.js";
import { written } from "./rows.js";
import type { SerializedGraph } from "./types.js";

/** How a graph is written. */
export type GraphFormat = "json" | "jsonl";
/** Text, or its UTF-8, whole or in pieces. */
export type GraphText = string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Pieces of text that are handed on are about as long. */
const PIECE = 1 << 16;

/** The graph that is written in `text`, for `importJSON`; an error says what is wrong, in JSONL in which line. */
export async function readGraph(text: GraphText, format: GraphFormat): Promise<SerializedGraph> {
  if (format === "json") {
    let all = "";
    for await (const piece of decoded(text)) all += piece;
    const graph = object(parsed(all, "the graph") as SerializedGraph, "a graph");
    if (![graph.nodes, graph.edges].every((list) => Array.isArray(list))) invalid("a graph has lists of nodes and edges");
    return graph;
  }
  if (format !== "jsonl") invalid("a graph is read as json or jsonl");
  const lines = new GraphLines();
  let number = 0;
  for await (const line of split(decoded(text))) {
    number += 1;
    if (line.trim()) lines.add(parsed(line, `line ${number}`), `line ${number}`);
  }
  return lines.graph();
}

/** What {@link readGraph} reads, piece by piece: of a graph that the engine wrote, the same bytes. */
export function* writeGraph(graph: SerializedGraph, format: GraphFormat): Generator<string, void, void> {
  if (format !== "json" && format !== "jsonl") invalid("a graph is written as json or jsonl");
  let piece = "";
  for (const part of format === "json" ? documentOf(graph) : linesOf(graph)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

function* documentOf(graph: SerializedGraph): Generator<string> {
  let before = "{";
  for (const [field, value] of Object.entries(graph)) {
    yield `${before}${JSON.stringify(field)}:`;
    before = ",";
    if (field !== "nodes" && field !== "edges") {
      yield JSON.stringify(value);
      continue;
    }
    yield "[";
    let first = true;
    for (const row of graph[field]) {
      yield first ? written(row) : `,${written(row)}`;
      first = false;
    }
    yield "]";
  }
  yield before === "{" ? "{}" : "}";
}

function parsed(text: string, what: string): unknown {
  try {
    // Looking at each value takes its time, and hardly any text has reason to.
    return /\d{16}|\d[eE]\+?\d/.test(text) ? (JSON.parse(text, exact) as unknown) : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof WaymarkError) throw new WaymarkError(error.code, `${what}: ${error.message}`);
    throw new WaymarkError("invalid-argument", `${what} is no JSON: ${(error as Error).message}`);
  }
}

function exact(_field: string, value: unknown): unknown {
  if (typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))) invalid("a number is too large to be kept");
  return value;
}

async function* decoded(text: GraphText): AsyncGenerator<string> {
  if (typeof text === "string") {
    yield text;
    return;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of text instanceof Uint8Array ? [text] : text) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) invalid("the graph is no UTF-8");
    throw error;
  }
}

async function* split(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const [head = "", ...more] = piece.split("\n");
    rest.push(head);
    for (const next of more) {
      yield rest.join("");
      rest = [next];
    }
  }
  yield rest.join("");
}
