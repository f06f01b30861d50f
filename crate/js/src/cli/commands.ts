/** What the command line can do. */
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { WaymarkError, operations, type ExportFormat, type Index } from "../entry/node.js";
import type { Arguments } from "./arguments.js";
import { openIndex } from "./open.js";
import { remark, write, writeJson, writeLine } from "./output.js";
import { node, summary } from "./text.js";
import { UsageError } from "./usage.js";

/** A command. */
export interface Command {
  /** What follows its name. */
  readonly usage: string;
  /** One sentence. */
  readonly doc: string;
  /** Its own options. */
  readonly options: readonly (readonly [string, string])[];
  /** Does it; answers the exit code. */
  run(given: Arguments): Promise<number>;
}

const JSON_OPTION = ["--json", "print the answer as JSON"] as const;

/** The commands that are made for people; each operation is a command besides. */
export const commands: Readonly<Record<string, Command>> = {
  index: {
    usage: "<tree> [-o <file>]",
    doc: "Indexes a directory, zip or tar.gz, says what it holds, and writes a snapshot.",
    options: [["-o, --output <file>", "write a snapshot there"], JSON_OPTION],
    run: index,
  },
  search: {
    usage: "<tree|snapshot> <query>",
    doc: "Finds symbols and files by words or a question.",
    options: [
      ["-k, --limit <number>", "how many, 10 by default"],
      ["--queries <file|->", 'answer one JSON request a line, {"query", "k"}, by one JSON array a line'],
      JSON_OPTION,
    ],
    run: search,
  },
  show: {
    usage: "<tree|snapshot> <symbol>…",
    doc: "Shows the source of symbols or files, what they use and what uses them.",
    options: [JSON_OPTION],
    run: show,
  },
  explore: {
    usage: "<tree|snapshot> <symbol>…",
    doc: "Draws what surrounds some symbols.",
    options: [
      ["--direction <upstream|downstream|both>", "towards what they use, what uses them, or both"],
      ["--depth <number>", "how many steps, 2 by default"],
      ["-f, --format <tree|mermaid|dot>", "how it is drawn, tree by default"],
      JSON_OPTION,
    ],
    run: explore,
  },
  review: {
    usage: "<tree|snapshot> [--diff <file|->]",
    doc: "Says what a diff means: changed symbols, what leans on them, callers left behind, tests to run.",
    options: [
      ["--diff <file|->", "a unified diff against the tree or leading to it, `git diff` for example; standard input by default"],
      ["-k, --limit <number>", "the most entries of each list, 50 by default"],
      JSON_OPTION,
    ],
    run: review,
  },
  export: {
    usage: "<tree|snapshot> [-f <format>]",
    doc: "Writes the graph to standard output.",
    options: [["-f, --format <jsonl|json|mermaid|dot|tree>", "jsonl by default"]],
    run: exportGraph,
  },
};

/** The operation of the engine's table called `name`, as a command: options are its parameters. */
export function operationCommand(name: string): Command | undefined {
  const row = operations.find((operation) => operation.name === name || operation.method === name);
  return (
    row && {
      usage: "<tree|snapshot> [--<parameter> <value>]…",
      doc: row.doc,
      options: [["--<parameter> <value>", "a parameter of the operation; JSON, or text as it is"]],
      run: async (given) => {
        const tree = given.names.shift();
        const params = parameters(given);
        using index = await openIndex(tree, given);
        await writeJson(index.call(row.name, params));
        return 0;
      },
    }
  );
}

/** Options that choose how a tree is read are not parameters. */
const OF_TREES = new Set(["exclude", "language", "no-gitignore", "no-default-skips", "no-vectors", "quiet"]);

function parameters(given: Arguments): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const name of given.optionNames().filter((option) => !OF_TREES.has(option))) {
    const values = given.texts(name).map(value);
    params[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = values.length > 1 ? values : values[0];
  }
  return params;
}

function value(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}

async function index(given: Arguments): Promise<number> {
  const output = given.text("output");
  const json = given.has("json");
  const start = performance.now();
  using index = await openIndex(given.names.shift(), given);
  const [stats, info] = [index.stats(), index.info()];
  if (json) await writeJson({ ...stats, ...info });
  else await writeLine(summary(stats, info));
  remark(`in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (output !== undefined) writeFileSync(output, index.snapshot());
  return 0;
}

async function review(given: Arguments): Promise<number> {
  const json = given.has("json");
  const limit = given.count("limit") ?? 50;
  const from = given.text("diff") ?? "-";
  const tree = given.names.shift();
  const diff = from === "-" ? readFileSync(0, "utf8") : readFileSync(from, "utf8");
  using index = await openIndex(tree, given);
  const answer = await index.review({ diff, limit, markdown: !json });
  if (json) await writeJson(answer);
  else await writeLine(answer.markdown ?? "");
  return 0;
}

async function search(given: Arguments): Promise<number> {
  const queries = given.text("queries");
  const limit = given.count("limit") ?? 10;
  const json = given.has("json");
  const [tree, ...words] = given.names;
  if (queries === undefined && !words.length) throw new UsageError("say what to search for");
  using index = await openIndex(tree, given);
  if (queries !== undefined) return await answerQueries(index, queries, limit);
  const hits = find(index, words.join(" "), limit);
  if (json) await writeJson(hits);
  else for (const hit of hits) await writeLine(`${hit.rank}. ${hit.path}:${hit.start_line}-${hit.end_line}  ${hit.name}`);
  return 0;
}

/** A hit as programs that measure search read it. */
interface Hit {
  readonly rank: number;
  readonly path: string;
  readonly name: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly score: number;
}

function find(index: Index, query: string, limit: number): Hit[] {
  return index.search({ query, topK: limit }).hits.map(({ place, path, name, startLine, endLine, score }) => ({
    rank: place,
    path,
    name,
    start_line: startLine,
    end_line: endLine,
    score,
  }));
}

/** One request a line; a bad one is answered by its error, and makes the exit code 1. */
async function answerQueries(index: Index, file: string, limit: number): Promise<number> {
  let code = 0;
  const input = file === "-" ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (!line.trim()) continue;
    let answer: unknown;
    try {
      const { query, k = limit } = JSON.parse(line) as { query?: unknown; k?: number };
      if (typeof query !== "string") throw new UsageError('a request is {"query": "words", "k": 10}');
      answer = find(index, query, k);
    } catch (error) {
      code = 1;
      answer = { error: describe(error) };
    }
    await writeLine(JSON.stringify(answer));
  }
  return code;
}

async function show(given: Arguments): Promise<number> {
  const json = given.has("json");
  const [tree, ...codeEntities] = given.names;
  if (!codeEntities.length) throw new UsageError("name a symbol or a file");
  using index = await openIndex(tree, given);
  const fetched = index.fetchNode({ codeEntities, maxLines: 200 });
  if (json) await writeJson(fetched);
  else for (const [at, found] of fetched.nodes.entries()) await writeLine(`${at ? "\n" : ""}${node(found)}`);
  return unmatched(fetched) ? 1 : 0;
}

async function explore(given: Arguments): Promise<number> {
  const json = given.has("json");
  const direction = (given.text("direction") ?? "both") as "both";
  const traversalDepth = given.count("depth") ?? 2;
  const render = (given.text("format") ?? "tree") as "tree";
  const [tree, ...startCodeEntities] = given.names;
  if (!startCodeEntities.length) throw new UsageError("name a symbol or a file");
  using index = await openIndex(tree, given);
  const explored = index.exploreRpg({ startCodeEntities, direction, traversalDepth, render });
  if (json) await writeJson(explored);
  else await write(explored.rendering ?? "");
  if (explored.truncated && !json) remark(`${explored.page.shown} of ${explored.page.total} nodes shown`);
  return unmatched(explored) ? 1 : 0;
}

async function exportGraph(given: Arguments): Promise<number> {
  const format = given.text("format") ?? "jsonl";
  if (!["jsonl", "json", "mermaid", "dot", "tree"].includes(format)) throw new UsageError(`there is no format ${format}`);
  using index = await openIndex(given.names.shift(), given);
  for await (const piece of index.export(format as ExportFormat)) await write(piece);
  return 0;
}

/** Says which names mean no node or several; answers whether there are such. */
function unmatched({ notFound, ambiguous }: Pick<ReturnType<Index["fetchNode"]>, "notFound" | "ambiguous">): boolean {
  for (const { name, suggestions } of notFound) {
    remark(`nothing is called ${name}${suggestions.length ? `; did you mean ${suggestions.join(", ")}?` : ""}`);
  }
  for (const { name, candidates, total } of ambiguous) {
    remark(`${total} nodes are called ${name}:\n${candidates.map((candidate) => `  ${candidate}`).join("\n")}`);
  }
  return notFound.length + ambiguous.length > 0;
}

/** An error in one line. */
export function describe(error: unknown): { code: string; message: string } {
  const code = error instanceof WaymarkError ? error.code : "invalid-argument";
  return { code, message: error instanceof Error ? error.message : String(error) };
}
