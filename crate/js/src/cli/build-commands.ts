/** The tools that build, as commands by their names in the other transports. */
import { Waymark, type IncrementalReindex } from "../entry/node.js";
import type { Arguments } from "./arguments.js";
import type { Command } from "./command.js";
import { openIndex } from "./open.js";
import { checkOutput, writeJson, writeOutput } from "./output.js";
import { UsageError } from "./usage.js";

const OUTPUT = ["-o, --output <file>", "write a snapshot there"] as const;

/** The commands. */
export const buildCommands: Readonly<Record<string, Command>> = {
  index_codebase: {
    usage: "--root-path <tree> [-o <file>]",
    doc: "Indexes a tree and says what came of it, in JSON.",
    options: [
      ["--root-path <tree>", "a directory, zip or tar.gz"],
      ["--languages <name>", "the same as --language"],
      ["--root-alias <name>", "what the tree is called in answers"],
      ["--include-statements", "count statements too"],
      OUTPUT,
    ],
    run: indexCodebase,
  },
  incremental_reindex: {
    usage: "<tree|snapshot> --changed-files <JSON> [--renames <JSON>] [-o <file>]",
    doc: "Takes changed files in and says what came of it, symbol by symbol, in JSON.",
    options: [
      ["--changed-files <JSON>", 'pairs of path and content, null for a file that is gone: [["a.py", "x = 1\\n"]]'],
      ["--renames <JSON>", "pairs of paths"],
      OUTPUT,
    ],
    run: incrementalReindex,
  },
};

async function indexCodebase(given: Arguments): Promise<number> {
  const output = given.text("output");
  if (output !== undefined) checkOutput(output);
  const rootPath = given.text("root-path");
  if (rootPath === undefined) throw new UsageError("name the tree: --root-path <tree>");
  given.finish();
  const waymark = await Waymark.load();
  const { index, report } = await waymark.indexCodebase({
    rootPath,
    rootAlias: given.text("root-alias"),
    includeStatements: given.has("include-statements"),
    languages: [...given.texts("language"), ...given.texts("languages")],
    exclude: given.texts("exclude"),
    respectGitignore: !given.has("no-gitignore"),
  });
  await writeJson(report);
  if (output !== undefined) writeOutput(output, index.snapshot());
  index.close();
  return 0;
}

async function incrementalReindex(given: Arguments): Promise<number> {
  const output = given.text("output");
  if (output !== undefined) checkOutput(output);
  const tree = given.name();
  const changes = { changedFiles: pairs(given, "changed-files"), renames: pairs(given, "renames") } as IncrementalReindex;
  using index = await openIndex(tree, given);
  await writeJson(await index.incrementalReindex(changes));
  if (output !== undefined) writeOutput(output, index.snapshot());
  return 0;
}

function pairs(given: Arguments, option: string): unknown {
  try {
    return JSON.parse(given.text(option) ?? "[]") as unknown;
  } catch {
    throw new UsageError(`--${option} is JSON`);
  }
}
