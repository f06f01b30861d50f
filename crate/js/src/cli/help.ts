/** The help, from the table of commands and the engine's table of operations. */
import { operations } from "../index.js";
import { COMMON } from "./arguments.js";
import { buildCommands } from "./build-commands.js";
import type { Command } from "./command.js";
import { commands } from "./commands.js";
import { mcp } from "./mcp-command.js";
import { OPEN_OPTIONS } from "./open.js";

/** What there is. */
export function help(): string {
  return [
    "waymark <command> <tree|snapshot> …",
    "",
    "A tree is a directory, a zip or a tar.gz; a snapshot is what `waymark index -o` wrote.",
    "",
    "Commands",
    ...columns(Object.entries({ ...commands, mcp }).map(([name, { doc }]) => [name, doc])),
    "",
    "Operations, answered as JSON",
    ...columns([...Object.entries(buildCommands).map(([name, { doc }]) => [name, doc] as const), ...operations.filter(({ name }) => !Object.hasOwn(commands, name)).map(({ name, doc }) => [name, doc] as const)]),
    "",
    "Options",
    ...columns(COMMON),
    "",
    "waymark <command> --help tells its options. Exit codes: 0 done, 1 failed or not found, 2 not understood, 130 interrupted.",
    "",
  ].join("\n");
}

/** What one command takes. */
export function commandHelp(name: string, { usage, doc, options }: Command): string {
  return [`waymark ${name} ${usage}`, "", doc, "", ...columns(options), ...(options.length ? [""] : []), ...columns(OPEN_OPTIONS), ""].join("\n");
}

/** Columns of a terminal that texts are kept within, and of names that stand beside their text. */
const [WIDTH, NAME] = [110, 30];

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(NAME, Math.max(...rows.map(([name]) => name.length)));
  return rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrapped(text, WIDTH - width - 4);
    const indented = (line: string) => `${" ".repeat(width + 4)}${line}`;
    const head = name.length > width ? [`  ${name}`, indented(first)] : [`  ${name.padEnd(width)}  ${first}`];
    return [...head, ...more.map(indented)];
  });
}

function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
