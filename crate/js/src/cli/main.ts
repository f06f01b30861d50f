/** The command line `waymark`. */
import { readFileSync } from "node:fs";
import { Arguments } from "./arguments.js";
import { commands, describe, operationCommand } from "./commands.js";
import { commandHelp, help } from "./help.js";
import { remark, write, writeLine } from "./output.js";
import { UsageError } from "./usage.js";

/** Options that take no value in any command. */
const FLAGS = new Set(["help", "version", "json", "quiet", "no-gitignore", "no-default-skips", "no-vectors"]);

process.exitCode = await main(process.argv.slice(2));

/** Runs a command line; answers the exit code. */
async function main(words: string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    if (error instanceof UsageError) {
      remark(`waymark: ${error.message}; waymark --help tells more`);
      return 2;
    }
    const { code, message } = describe(error);
    remark(`waymark: ${message} (${code})`);
    return code === "cancelled" ? 130 : 1;
  }
}

async function run(words: string[]): Promise<number> {
  const given = new Arguments(words, FLAGS);
  if (given.has("version")) {
    await writeLine(version());
    return 0;
  }
  const wantsHelp = given.has("help");
  const name = given.names.shift();
  if (name === undefined || name === "help") {
    await write(help());
    return wantsHelp || name ? 0 : 2;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : operationCommand(name);
  if (!command) throw new UsageError(`there is no command ${name}`);
  if (!wantsHelp) return command.run(given);
  await write(commandHelp(name, command));
  return 0;
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
