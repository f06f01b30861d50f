/** Operations of the engine's table as commands: a parameter is an option, the answer is JSON. */
import { operations, valueOf, type Operation, type Parameter } from "../entry/node.js";
import { kebab, type Arguments, type OptionRow } from "./arguments.js";
import type { Command } from "./command.js";
import { keepSnapshot, openIndex } from "./open.js";
import { writeJson } from "./output.js";
import { unmatched, type Unmatched } from "./unmatched.js";
import { UsageError } from "./usage.js";

/** The operation called `name`, as a command. */
export function operationCommand(name: string): Command | undefined {
  const operation = operations.find((row) => row.name === name || row.method === name);
  if (!operation) return undefined;
  const required = operation.parameters.filter((parameter) => parameter.required);
  return {
    usage: ["<tree|snapshot>", ...required.map(optionOf), "[--<parameter> <value>]…"].join(" "),
    doc: operation.writes ? `${operation.doc} A snapshot is written anew with what was taken; of a tree nothing is kept.` : operation.doc,
    options: operation.parameters.map(row),
    run: (given) => ask(operation, given),
  };
}

async function ask(operation: Operation, given: Arguments): Promise<number> {
  const tree = given.name();
  const params: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const texts = given.texts(kebab(parameter.name));
    if (texts.length) params[parameter.name] = valueOf(parameter, texts);
    else if (parameter.required && tree !== undefined) throw new UsageError(`${operation.name} wants ${optionOf(parameter)}`);
  }
  using index = await openIndex(tree, given);
  const answer = (await index.ask(operation.name, params)) as Partial<Unmatched> & { hits?: readonly unknown[] };
  if (operation.writes && tree !== undefined) keepSnapshot(tree, index);
  await writeJson(answer);
  return unmatched(answer) || answer.hits?.length === 0 ? 1 : 0;
}

function row(parameter: Parameter): OptionRow {
  const { doc, values, required, default: byDefault } = parameter;
  const told = [
    doc,
    ...(values && parameter.type !== "list" ? [] : values ? [`Of ${values.join(", ")}.`] : []),
    ...(parameter.type === "list" ? ["May be repeated."] : []),
    ...(required ? ["Required."] : []),
    ...(byDefault === undefined ? [] : [`By default ${typeof byDefault === "string" ? byDefault : JSON.stringify(byDefault)}.`]),
  ];
  return [optionOf(parameter), told.join(" ")];
}

const PLACES = { string: "text", number: "number", boolean: "true|false", list: "text", json: "JSON" } as const;

function optionOf({ name, type, values }: Parameter): string {
  return `--${kebab(name)} <${values && type === "string" ? values.join("|") : PLACES[type]}>`;
}
