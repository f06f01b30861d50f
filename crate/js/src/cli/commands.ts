/** What the command line can do. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Index, SearchResults } from "../entry/node.js";
import { messageOf } from "../errors.js";
import { count, object } from "../check.js";
import type { Arguments } from "./arguments.js";
import type { Command } from "./command.js";
import { existing, openIndex, readInput } from "./open.js";
import { checkOutput, codeOf, remark, write, writeJson, writeLines, writeOutput, writeText } from "./output.js";
import { explanation, node, summary } from "./text.js";
import { preferred, unmatched } from "./unmatched.js";
import { UsageError } from "./usage.js";

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
      ["--queries <file|->", 'answer each line, a JSON request {"query", "k"}, by one line, a JSON array or {"error"}'],
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
  explain: {
    usage: "<tree|snapshot> <source> <target> | <path>:<line>",
    doc: "Says why an edge is there, or why the uses of a line have none: the rule, the candidates, what took each out.",
    options: [JSON_OPTION],
    run: explain,
  },
  review: {
    usage: "<tree|snapshot> [--diff <file|->]",
    doc: "Says what a diff means: changed symbols, what leans on them, callers left behind, tests to run.",
    options: [
      ["--diff <file|->", "a unified diff against the tree or leading to it, `git diff` for example; standard input by default"],
      ["-k, --limit <number>", "the most entries of each list; by default 50, as far as 8000 tokens reach"],
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

async function index(given: Arguments): Promise<number> {
  const output = given.text("output");
  const json = given.has("json");
  const start = performance.now();
  if (output !== undefined) checkOutput(output);
  using index = await openIndex(given.name(), given);
  const [stats, info] = [index.stats(), index.info()];
  if (json) await writeJson({ ...stats, ...info });
  else await writeLines(summary(stats, info, index.absenceCounts({ limit: 0 })));
  if (output !== undefined) writeOutput(output, index.snapshot());
  if (!given.has("quiet")) remark(`in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return 0;
}

async function review(given: Arguments): Promise<number> {
  const json = given.has("json");
  const limit = given.count("limit");
  const tree = given.name();
  if (tree === undefined) throw new UsageError("name a directory, an archive or a snapshot");
  const diff = new TextDecoder().decode(readInput(given.text("diff") ?? "-"));
  if (!diff.trim()) {
    remark("the diff is empty: there is nothing to review");
    return 0;
  }
  using index = await openIndex(tree, given);
  const answer = await index.review({ diff, ...(limit === undefined ? {} : { limit }), markdown: !json });
  if (json) await writeJson(answer);
  else await writeText(`${answer.markdown ?? ""}\n`);
  return 0;
}

async function search(given: Arguments): Promise<number> {
  const queries = given.text("queries");
  if (queries !== undefined && queries !== "-") existing(queries);
  const limit = given.count("limit") ?? 10;
  const json = given.has("json");
  const [tree, query] = [given.name(), queries === undefined ? given.names().join(" ").trim() : ""];
  if (queries === undefined && tree !== undefined && !query) throw new UsageError("say what to search for");
  using index = await openIndex(tree, given);
  if (queries !== undefined) return await answerQueries(index, queries, limit);
  const answer = index.search({ query, topK: limit });
  const hits = hitsOf(answer);
  if (json) await writeJson(hits);
  else await writeLines(hits.map(({ rank, path, start_line: first, end_line: last, id, kind, name }) => `${rank}. ${path}:${first}-${last}  ${kind} ${id.startsWith(`${path}::`) ? id.slice(path.length + 2) : name}`));
  const { total } = answer.page;
  remark(total ? madeOf(answer) : `nothing answers to ${query}`);
  return total ? 0 : 1;
}

/** How a ranking was made, and how far to trust its head. */
function madeOf({ ranking, page }: SearchResults): string {
  const { lane, reason, confidence, withoutVectors } = ranking;
  const words = withoutVectors === undefined ? "" : `; words alone: ${withoutVectors}`;
  return `${page.shown} of ${page.total}, confidence ${confidence}, lane ${lane}: ${reason}${words}`;
}

/** A hit as programs that measure search read it. */
interface Hit {
  readonly rank: number;
  readonly path: string;
  readonly name: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly score: number;
  readonly id: string;
  readonly kind: string;
}

function hitsOf({ hits }: SearchResults): Hit[] {
  return hits.map(({ place, path, name, startLine, endLine, score, id, kind }) => ({
    rank: place,
    path,
    name,
    start_line: startLine,
    end_line: endLine,
    score,
    id,
    kind,
  }));
}

/** One answer a line; a bad request, an empty line too, is answered by its error, and makes the exit code 1. */
async function answerQueries(index: Index, file: string, limit: number): Promise<number> {
  let code = 0;
  const input = file === "-" ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    let answer: unknown;
    try {
      const { query, k = limit } = request(line);
      answer = hitsOf(index.search({ query, topK: k }));
    } catch (error) {
      code = 1;
      answer = { error: describe(error) };
    }
    await writeJson(answer, 0);
  }
  return code;
}

/** The request on a line; `id` is the caller's own. */
function request(line: string): { query: string; k?: number } {
  const given = object(JSON.parse(line) as Record<string, unknown>, "a request");
  const odd = Object.keys(given).find((name) => !["query", "k", "id"].includes(name));
  if (odd !== undefined) throw new UsageError(`there is no \`${odd}\` in a request; there are query, k, id`);
  const { query, k } = given;
  if (typeof query !== "string") throw new UsageError('a request is {"query": "words", "k": 10}');
  return { query, ...(k === undefined ? {} : { k: count(k as number, "k") }) };
}

async function show(given: Arguments): Promise<number> {
  const json = given.has("json");
  const [tree, names] = [given.name(), given.names()];
  if (tree !== undefined && !names.length) throw new UsageError("name a symbol or a file");
  using index = await openIndex(tree, given);
  const codeEntities = meant(index, names);
  const fetched = index.fetchNode({ codeEntities, budgetTokens: 0 });
  if (json) await writeJson(fetched);
  else for (const [at, found] of fetched.nodes.entries()) await writeLines([...(at ? [""] : []), ...node(found)]);
  return unmatched(fetched) ? 1 : 0;
}

async function explore(given: Arguments): Promise<number> {
  const json = given.has("json");
  const direction = given.choice("direction", ["upstream", "downstream", "both"]) ?? "both";
  const traversalDepth = given.count("depth") ?? 2;
  const render = given.choice("format", ["tree", "mermaid", "dot"]) ?? "tree";
  const [tree, names] = [given.name(), given.names()];
  if (tree !== undefined && !names.length) throw new UsageError("name a symbol or a file");
  using index = await openIndex(tree, given);
  const startCodeEntities = meant(index, names);
  const explored = index.exploreRpg({ startCodeEntities, direction, traversalDepth, render, budgetTokens: 0 });
  if (json) await writeJson(explored);
  else await writeText(explored.rendering ?? "");
  if (explored.truncated && !json) remark(`${explored.page.shown} of ${explored.page.total} nodes shown`);
  return unmatched(explored) ? 1 : 0;
}

async function explain(given: Arguments): Promise<number> {
  const json = given.has("json");
  const [tree, [first = "", second, ...rest]] = [given.name(), given.names()];
  const place = /^(.+):(\d+)$/.exec(first);
  if (tree !== undefined && (rest.length || (second === undefined && !place))) {
    throw new UsageError("name the two ends of an edge, or a place: <path>:<line>");
  }
  using index = await openIndex(tree, given);
  const answer =
    second === undefined
      ? index.explainUnresolved({ path: place?.[1] ?? "", line: Number(place?.[2]), limit: 100 })
      : index.explainEdge({ source: first, target: second, limit: 100 });
  if (json) await writeJson(answer);
  else for (const use of answer.uses) await writeLines(explanation(use));
  if (unmatched(answer)) return 1;
  if ("linked" in answer && !answer.uses.length) remark(`nothing on that line is without an edge; ${answer.linked} uses have one`);
  else if (!answer.uses.length) remark(`there is no edge from ${first} to ${second}`);
  return answer.uses.length ? 0 : 1;
}

async function exportGraph(given: Arguments): Promise<number> {
  const format = given.choice("format", ["jsonl", "json", "mermaid", "dot", "tree"]) ?? "jsonl";
  using index = await openIndex(given.name(), given);
  const data = format === "jsonl" || format === "json";
  // A drawing comes in one piece.
  for await (const piece of index.export(format)) await (data ? write(piece) : writeText(new TextDecoder().decode(piece)));
  return 0;
}

/** Names as a person means them: for people, several nodes of one name are no reason to answer nothing. */
function meant(index: Index, names: string[]): string[] {
  return preferred(names, index.fetchNode({ codeEntities: names, fields: [] }).ambiguous);
}

/** An error in one line. */
export function describe(error: unknown): { code: string; message: string } {
  return { code: codeOf(error), message: messageOf(error) };
}
