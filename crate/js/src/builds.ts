/** The rows of the table of operations that the engine cannot answer, since they make or change an index. */
import type { Operation, Parameter } from "./operation.js";

const filesOf = (content: object): NonNullable<Parameter["schema"]> => ({
  type: "array",
  items: { type: "object", properties: { path: { type: "string" }, content }, required: ["path", "content"], additionalProperties: false },
});
const PAIRS: NonNullable<Parameter["schema"]> = { type: "array", items: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 } };

/** The tools that build. */
export const builds: readonly Operation[] = [
  {
    name: "incremental_reindex",
    method: "incrementalReindex",
    doc: "Takes changed, new, deleted and moved files into the index, and tells symbol by symbol what came of it.",
    builds: true,
    parameters: [
      { name: "changedFiles", type: "json", schema: filesOf({ type: ["string", "null"] }), doc: "Files with their new content, null where one is gone." },
      { name: "renames", type: "json", schema: PAIRS, doc: "Pairs of the old and the new path of files that moved." },
    ],
  },
  {
    name: "index_codebase",
    method: "indexCodebase",
    doc: "Indexes a tree, of which one of `files`, `archive`, `url` and `rootPath` says what it is, and tells what came of it.",
    builds: true,
    parameters: [
      { name: "files", type: "json", schema: filesOf({ type: "string" }), doc: "The files themselves." },
      { name: "archive", type: "string", doc: "A zip, tar or tar.gz archive in base64." },
      { name: "url", type: "string", doc: "Where an archive is, if this server may fetch it." },
      { name: "rootPath", type: "string", doc: "A directory or an archive, if this server has a file system." },
      { name: "languages", type: "list", doc: "Languages to index; all by default." },
      { name: "exclude", type: "list", doc: "Patterns in gitignore syntax of what is left out." },
      { name: "includeStatements", type: "boolean", doc: "Whether statements are counted; they are read on demand either way.", default: false },
      { name: "embed", type: "boolean", doc: "Whether vectors are made, for searches by meaning.", default: true },
      { name: "enrich", type: "boolean", doc: "Whether a language model of the server's describes what each symbol does; rules do otherwise.", default: false },
      { name: "rootAlias", type: "string", doc: "What the tree is called in answers and in `root`." },
      { name: "respectGitignore", type: "boolean", doc: "Whether `.gitignore` files count.", default: true },
    ],
  },
];
