/** Rows of the table of operations as tools of MCP. */
import type { Tool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { builds } from "../builds.js";
import { operations } from "../generated/operations.js";
import type { Operation, Parameter } from "../operation.js";
import { snake } from "./names.js";

/** Which operations are offered: the fifteen tools, or all. */
export type Offer = "tools" | "all";

/** The fifteen tools, in the order in which they are told. */
const TOOLS = [
  "index_codebase",
  "incremental_reindex",
  "index_status",
  "is_path_indexed",
  "codebase_map",
  "package_summary",
  "symbol_detail",
  "symbol_source",
  "codebase_search",
  "dependency_graph",
  "sub_graph",
  "flow_trace",
  "impact_analysis",
  "complexity_report",
  "statement_query",
];

/** Given by programs that hold an index, not by who asks a question. */
const OF_HOSTS = ["queryVector"];

const ROOT: Parameter = { name: "root", type: "string", doc: "Which tree, where several are loaded; `index_status` names them." };

const rows = new Map([...builds, ...operations].map((row) => [row.name, row]));

/** The rows that are offered. */
export function offered(offer: Offer, mayBuild: boolean): Operation[] {
  const names = offer === "tools" ? TOOLS : [...TOOLS, ...[...rows.keys()].filter((name) => !TOOLS.includes(name))];
  return names.flatMap((name) => rows.get(name) ?? []).filter(({ builds: makes }) => mayBuild || !makes);
}

/** A row as MCP tells it. */
export function toolOf({ name, doc, parameters, builds: makes = false, writes = false }: Operation, severalRoots: boolean): Tool {
  const told = parameters.filter((parameter) => !OF_HOSTS.includes(parameter.name));
  const all = severalRoots && name !== "index_codebase" ? [...told, ROOT] : told;
  const required = told.filter((parameter) => parameter.required).map((parameter) => snake(parameter.name));
  const annotations: ToolAnnotations = {
    title: titleOf(name),
    readOnlyHint: !makes && !writes,
    ...(makes || writes ? { destructiveHint: false, idempotentHint: true } : {}),
    openWorldHint: false,
  };
  const properties = Object.fromEntries(all.map((parameter) => [snake(parameter.name), schemaOf(parameter)]));
  const inputSchema = { type: "object" as const, properties, ...(required.length ? { required } : {}), additionalProperties: false };
  return { name, description: snakeQuotes(doc, parameters), inputSchema, annotations };
}

function schemaOf({ type, schema, doc, values, default: byDefault }: Parameter): object {
  const value = { type, ...(values ? { enum: values } : {}) };
  const shape = type === "json" ? (schema ?? {}) : type === "list" ? { type: "array", items: { ...value, type: "string" } } : value;
  return { ...shape, description: doc, ...(byDefault === undefined ? {} : { default: byDefault }) };
}

/** Parameters that a sentence names, spelled as they are here. */
function snakeQuotes(doc: string, parameters: readonly Parameter[]): string {
  return parameters.reduce((text, { name }) => text.replaceAll(`\`${name}\``, `\`${snake(name)}\``), doc);
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
