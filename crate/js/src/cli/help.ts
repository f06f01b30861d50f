/** The help, from the table of commands and the engine's table of operations. */
import { operations } from "../index.js";
import { commands, type Command } from "./commands.js";
import { TREE_OPTIONS } from "./open.js";

/** What there is. */
export function help(): string {
  return [
    "waymark <command> <tree|snapshot> …",
    "",
    "A tree is a directory, a zip or a tar.gz; a snapshot is what `waymark index -o` wrote.",
    "",
    "Commands",
    ...columns(Object.entries(commands).map(([name, { doc }]) => [name, doc])),
    "",
    "Operations, answered as JSON",
    ...columns(operations.map(({ name, doc }) => [name, doc])),
    "",
    "waymark <command> --help tells its options. Exit codes: 0 done, 1 failed or not found, 2 not understood, 130 interrupted.",
    "",
  ].join("\n");
}

/** What one command takes. */
export function commandHelp(name: string, { usage, doc, options }: Command): string {
  return [`waymark ${name} ${usage}`, "", doc, "", ...columns([...options, ...TREE_OPTIONS]), ""].join("\n");
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
