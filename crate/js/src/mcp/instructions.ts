/** What a server tells an agent before it asks. */
import type { Desk } from "./desk.js";

/** The instructions of a server on `desk`. */
export function instructionsOf({ mayBuild, severalRoots, note }: Desk): string {
  return [
    "Waymark answers questions about a source tree from a graph of its symbols, so that you read the code that matters instead of searching for it.",
    "",
    "- Begin with `codebase_map` for the packages (level L1) or files (L2), and `package_summary` for one of them.",
    "- Find code by a name or a description with `codebase_search`; then `symbol_detail` tells callers and callees, `symbol_source` the code.",
    "- Before you change a symbol, ask `impact_analysis`: what leans on it, which tests cover it, how risky it is.",
    "- `flow_trace` tells how one symbol reaches another, `sub_graph` and `dependency_graph` draw surroundings (format `mermaid` or `dot`), `complexity_report` ranks functions, `statement_query` finds statements within some.",
    "",
    "Symbols are named `path/to/file.ext::Outer::name`; a shorter name that only one symbol bears will do. What is not found comes back in `not_found` with suggestions, what is not unique in `ambiguous` with candidates.",
    "Every edge has a `provenance` and a `confidence`; below 0.5 read the code before you rely on it. `unresolved` counts uses of which no target is known.",
    "Answers keep to about 2,000 tokens. `truncated` or a `page` whose `total` is more than `shown` says that there is more: ask again with `offset`, or set `budget_tokens`.",
    ...(severalRoots ? ["Where several trees are loaded, `root` says which one is meant; `index_status` lists them."] : []),
    ...(mayBuild ? [] : ["The index is made elsewhere and only read here."]),
    ...(note ? [note] : []),
  ].join("\n");
}
