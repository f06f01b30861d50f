/** The command line `waymark`. */
import { setFlagsFromString } from "node:v8";
import { version } from "../generated/version.js";
import { Arguments } from "./arguments.js";
import { buildCommands } from "./build-commands.js";
import type { Command } from "./command.js";
import { commands, describe } from "./commands.js";
import { commandHelp, help } from "./help.js";
import { mcp } from "./mcp-command.js";
import { OPEN_OPTIONS } from "./open.js";
import { operationCommand } from "./operation-command.js";
import { remark, writeText } from "./output.js";
import { UsageError } from "./usage.js";

/*
 * The lexer of a large grammar is one function, which V8 compiles for optimization for half a minute or more, and no
 * process ends before that is done. Functions that run hundred times as long as V8's default are worth it.
 */
setFlagsFromString("--wasm-tiering-budget=180000000");

process.exitCode = await main(process.argv.slice(2));

/** Runs a command line; answers the exit code. */
async function main(words: string[]): Promise<number> {
  // What stands before the command is an option of any command, and takes no value.
  const at = words.findIndex((word) => !word.startsWith("-"));
  const name = at < 0 ? undefined : words[at];
  try {
    return await run(name, at < 0 ? words : words.toSpliced(at, 1));
  } catch (error) {
    if (error instanceof UsageError) {
      remark(`waymark: ${error.message}; waymark ${name && commandOf(name) ? `${name} ` : ""}--help tells more`);
      return 2;
    }
    const { code, message } = describe(error);
    remark(`waymark: ${message} (${code})`);
    return code === "cancelled" ? 130 : 1;
  }
}

async function run(name: string | undefined, words: string[]): Promise<number> {
  const command = name === undefined || name === "help" ? undefined : commandOf(name);
  if (name !== undefined && name !== "help" && !command) throw new UsageError(`there is no command ${name}`);
  const given = new Arguments(words, command ? [...command.options, ...OPEN_OPTIONS] : []);
  if (given.has("version")) {
    await writeText(`${version}\n`);
    return 0;
  }
  if (!name || !command) {
    await writeText(help());
    return name || given.has("help") ? 0 : 2;
  }
  if (!given.has("help")) return command.run(given);
  await writeText(commandHelp(name, command));
  return 0;
}

function commandOf(name: string): Command | undefined {
  const made: Readonly<Record<string, Command>> = { ...commands, ...buildCommands, mcp };
  return Object.hasOwn(made, name) ? made[name] : operationCommand(name);
}
