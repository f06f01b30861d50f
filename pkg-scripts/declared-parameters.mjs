// Parameters of operations as the engine's TypeScript declarations have them.

/**
 * Reads declarations; what comes back answers for the name of an interface its fields in order, each with
 * name, type, doc, the strings that it may be if these are named one by one, its JSON Schema where it is neither
 * of these nor a plain value, and what it is by default.
 */
export function parametersOf(declarations) {
  const aliases = new Map([...declarations.matchAll(/^export type (\w+) = ([^;]+);/gm)].map(([, name, type]) => [name, type]));
  const interfaces = new Map([...declarations.matchAll(/^export interface (\w+)(?: extends [^{]+)? \{([^}]*)\}/gm)].map(([, name, body]) => [name, body]));
  const bodyOf = (name) => interfaces.get(name) ?? bodyOf(aliases.get(name) ?? missing(name));

  const field = /\/\*\*([^]*?)\*\/\s*(\w+)\??: ([^;]+);/g;
  /** The JSON Schema of a type: a plain one, a list or a pair of such, or an interface. */
  const schemaOf = (type) => {
    if (type.endsWith("[]")) return { type: "array", items: schemaOf(type.slice(0, -2)) };
    if (type.startsWith("[")) {
      const parts = type.slice(1, -1).split(", ");
      return { type: "array", items: schemaOf(parts[0]), minItems: parts.length, maxItems: parts.length };
    }
    if (type === "OneOrMany") return schemaOf("string[]");
    if (["string", "number", "boolean"].includes(type)) return { type };
    const fields = [...bodyOf(type).matchAll(field)].map(([, , name, written]) => [name, schemaOf(written)]);
    return { type: "object", properties: Object.fromEntries(fields), additionalProperties: false };
  };
  return (name, required, defaults) =>
    [...bodyOf(name).matchAll(field)].map(([, doc, parameter, written]) => {
      const type = written.replace(/ \| (undefined|null)\b/g, "");
      const values = literals(type, aliases);
      const byDefault = defaults[parameter];
      return {
        name: parameter,
        type: typeOf(type, values),
        ...(typeOf(type, values) === "json" ? { schema: schemaOf(type) } : {}),
        doc: doc.replace(/\s*\n\s*\* ?/g, " ").trim(),
        ...(values.length ? { values } : {}),
        ...(required.includes(parameter) ? { required: true } : isEmpty(byDefault) ? {} : { default: byDefault }),
      };
    });
}

function missing(name) {
  throw new Error(`the engine declares no ${name}`);
}

/** The strings of a union, `"in" | "out"`, of a type, of what it names, or of the elements of its list. */
function literals(type, aliases) {
  const [first] = type.split(" | ");
  const union = aliases.get(first.replace(/\[\]$/, "")) ?? type;
  return [...union.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
}

/** One of `string`, `number`, `boolean`, `list` (of strings, or one) and `json` (anything else). */
function typeOf(type, values) {
  if (type === "OneOrMany" || type === "string[]" || (values.length && type.includes("[]"))) return "list";
  if (values.length) return "string";
  return ["string", "number", "boolean"].includes(type) ? type : "json";
}

function isEmpty(value) {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);
}
