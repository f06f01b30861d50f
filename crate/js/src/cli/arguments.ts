/** The arguments of a command line: names in order, and options. */
import { UsageError } from "./usage.js";

/** The arguments of one call. */
export class Arguments {
  /** What is no option, in order. */
  readonly names: string[] = [];
  readonly #options = new Map<string, string[]>();

  /** Reads `words`; an option of `flags` takes no value. */
  constructor(words: readonly string[], flags: ReadonlySet<string>) {
    const rest = [...words];
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
      if (word === "--") {
        this.names.push(...rest.splice(0));
      } else if (word.startsWith("-") && word !== "-") {
        const [name = "", inline] = split(LETTERS[word] ?? word);
        const value = flags.has(name) ? "" : (inline ?? rest.shift());
        if (value === undefined) throw new UsageError(`--${name} wants a value`);
        this.#options.set(name, [...(this.#options.get(name) ?? []), value]);
      } else {
        this.names.push(word);
      }
    }
  }

  /** Whether `name` was given. */
  has(name: string): boolean {
    return this.#options.delete(name);
  }

  /** The last value of `name`. */
  text(name: string): string | undefined {
    return this.texts(name).at(-1);
  }

  /** All values of `name`. */
  texts(name: string): string[] {
    const values = this.#options.get(name) ?? [];
    this.#options.delete(name);
    return values;
  }

  /** The value of `name` as a number. */
  count(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) throw new UsageError(`--${name} wants a number, not ${text}`);
    return Number(text);
  }

  /** Names of the options that nobody asked for yet. */
  optionNames(): string[] {
    return [...this.#options.keys()];
  }

  /** Fails if there are options that nobody asked for. */
  finish(): void {
    const [unknown] = this.#options.keys();
    if (unknown !== undefined) throw new UsageError(`there is no option --${unknown} here`);
  }
}

/** Short forms. */
const LETTERS: Readonly<Record<string, string>> = { "-o": "--output", "-k": "--limit", "-h": "--help", "-v": "--version", "-f": "--format" };

function split(word: string): [string, string | undefined] {
  const name = word.replace(/^--?/, "");
  const at = name.indexOf("=");
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}
