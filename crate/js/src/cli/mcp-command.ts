/** `waymark mcp`: the operations for agents, over standard input and output. */
import type { Command } from "./command.js";

/** The command. */
export const mcp: Command = {
  usage: "[<tree|snapshot>…]",
  doc: "Serves the tools to agents by the Model Context Protocol, over standard input and output; the working directory by default.",
  options: [
    ["--all", "offer every operation, not only the fifteen tools"],
    ["--allow <directory>", "let agents index what is in there, too; may be repeated"],
    ["--model <name>", "a language model for whoever asks to enrich; its key is WAYMARK_MODEL_KEY"],
    ["--model-url <url>", "where it is, if not at OpenAI's address"],
    ["--fetch", "let agents index archives from addresses that they give"],
  ],
  // Its packages take longer to load than most commands to run.
  run: async (given) => (await import("./serve.js")).serve(given),
};
