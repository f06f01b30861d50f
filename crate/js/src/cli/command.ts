/** What a command is. */
import type { Arguments, OptionRow } from "./arguments.js";

/** A command. */
export interface Command {
  /** What follows its name. */
  readonly usage: string;
  /** One sentence. */
  readonly doc: string;
  /** Its own options. */
  readonly options: readonly OptionRow[];
  /** Does it; answers the exit code. */
  run(given: Arguments): Promise<number>;
}
