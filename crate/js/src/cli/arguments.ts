/** The arguments of a command line: names in order, and options. */
import { UsageError } from "./usage.js";

/** An option as the help writes it, `-o, --output <file>` or `--json`, and what it means. */
export type OptionRow = readonly [option: string, doc: string];

/** Options that every command has. */
export const COMMON: readonly OptionRow[] = [
  ["-h, --help", "tell what there is"],
  ["-v, --version", "tell the version"],
];

/** The arguments of one call. */
export class Arguments {
  readonly #names: string[] = [];
  readonly #options = new Map<string, string[]>();

  /** Reads `words`; there are the options of `rows`, and no others. */
  constructor(words: readonly string[], rows: readonly OptionRow[]) {
    const known = new Map([...rows, ...COMMON].flatMap(([option]) => spellings(option)));
    const rest = [...words];
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
      if (word === "--") {
        this.#names.push(...rest.splice(0));
      } else if (word.startsWith("-") && word !== "-") {
        this.#read(word, rest, known);
      } else {
        this.#names.push(word);
      }
    }
  }

  #read(word: string, rest: string[], known: ReadonlyMap<string, Known>): void {
    const [spelled = word, ...inline] = word.split("=");
    const option = known.get(spelled) ?? known.get(kebab(spelled));
    if (!option) throw new UsageError(`there is no option ${spelled} here`);
    if (!option.takesValue && inline.length) throw new UsageError(`--${option.name} takes no value`);
    const value = !option.takesValue ? "" : inline.length ? inline.join("=") : rest.shift();
    if (value === undefined) throw new UsageError(`--${option.name} wants a value`);
    this.#options.set(option.name, [...(this.#options.get(option.name) ?? []), value]);
  }

  /** The next name. */
  name(): string | undefined {
    return this.#names.shift();
  }

  /** All names that are left. */
  names(): string[] {
    return this.#names.splice(0);
  }

  /** Whether `option` was given. */
  has(option: string): boolean {
    return this.#options.has(option);
  }

  /** The last value of `option`. */
  text(option: string): string | undefined {
    return this.texts(option).at(-1);
  }

  /** All values of `option`. */
  texts(option: string): readonly string[] {
    return this.#options.get(option) ?? [];
  }

  /** The value of `option` as a number. */
  count(option: string): number | undefined {
    const text = this.text(option);
    if (text !== undefined && !/^\d+$/.test(text)) throw new UsageError(`--${option} wants a number, not ${text}`);
    return text === undefined ? undefined : Number(text);
  }

  /** The value of `option`, one of `choices`. */
  choice<T extends string>(option: string, choices: readonly T[]): T | undefined {
    const text = this.text(option);
    const choice = choices.find((one) => one === text);
    if (text !== undefined && !choice) throw new UsageError(`--${option} is one of ${choices.join(", ")}, not ${text}`);
    return choice;
  }

  /** Fails if there are names that nobody took. */
  finish(): void {
    if (this.#names.length) throw new UsageError(`nothing is done with ${this.#names.join(" ")}`);
  }
}

interface Known {
  readonly name: string;
  readonly takesValue: boolean;
}

/** A name in the spelling of options, whichever of an operation's was typed. */
export function kebab(name: string): string {
  return name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `-o` and `--output` of `-o, --output <file>`. */
function spellings(option: string): [string, Known][] {
  const [names = ""] = option.split(/ ?[<[]/);
  const words = names.match(/--?[\w-]+/g) ?? [];
  const name = (words.at(-1) ?? "").replace(/^-+/, "");
  return words.map((word) => [word, { name, takesValue: option.includes("<") }]);
}
