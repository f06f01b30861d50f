// A graph with everything in it that a store has to keep apart, and questions to it.

/** Node by node, in an order that is nobody's. */
const nodes = [
  { id: "src/b.ts::Boat", kind: "class", name: "Boat", path: "src/b.ts", startLine: 3, endLine: 9, feature: "carry passengers across water" },
  { id: ".", kind: "repository", name: "fleet", path: "." },
  { id: "src/b.ts", kind: "file", name: "b.ts", path: "src/b.ts" },
  { id: "src", kind: "directory", name: "src", path: "src" },
  { id: "src/b.ts::Boat::launchAll", kind: "method", name: "launchAll", path: "src/b.ts", feature: "launch every boat", extra: { deep: [1, null, "é"] } },
  { id: "src/a b/'q\"uote`.ts::größe 🚢", kind: "function", name: "größe 🚢", path: "src/a b/'q\"uote`.ts", feature: "measure the boat's Größe" },
  { id: "src/HTTPServer.ts::f1", kind: "function", name: "f1", path: "src/HTTPServer.ts", feature: null },
  { id: "srcery/x.ts::f2", kind: "function", name: "f2", path: "srcery/x.ts" },
  { id: "area", kind: "area", name: "Water", path: "", feature: "water transport" },
  { id: "area/cat", kind: "category", name: "Boats", path: "", feature: "boats" },
  { id: "area2", kind: "area", name: "Land", path: "", feature: "land transport" },
  { id: "Z", kind: "function", name: "z", path: "z/deep/er/z.ts" },
  { id: "a", kind: "function", name: "a", path: "z/deep/a.ts" },
];

const edges = [
  { kind: "contains", source: ".", target: "src" },
  { kind: "contains", source: "src", target: "src/b.ts" },
  { kind: "contains", source: "src/b.ts", target: "src/b.ts::Boat" },
  { kind: "contains", source: "src/b.ts::Boat", target: "src/b.ts::Boat::launchAll" },
  { kind: "functional", source: "area", target: "area/cat", level: 1, order: 0 },
  { kind: "functional", source: "area/cat", target: "src/b.ts::Boat" },
  { kind: "functional", source: "area/cat", target: "src/b.ts::Boat::launchAll" },
  { kind: "functional", source: "area2", target: "src/a b/'q\"uote`.ts::größe 🚢" },
  { kind: "calls", source: "src/b.ts::Boat::launchAll", target: "src/HTTPServer.ts::f1", confidence: 0.5, provenance: "scope", sites: [4, 7] },
  { kind: "calls", source: "src/HTTPServer.ts::f1", target: "srcery/x.ts::f2", confidence: 1 },
  { kind: "calls", source: "srcery/x.ts::f2", target: "src/HTTPServer.ts::f1", confidence: 0.9 },
  { kind: "reads", source: "srcery/x.ts::f2", target: "src/a b/'q\"uote`.ts::größe 🚢" },
  { kind: "calls", source: "Z", target: "Z", confidence: 1 },
  { kind: "imports", source: "a", target: "src/b.ts::Boat", confidence: 0.25 },
  { kind: "calls", source: "a", target: "src/b.ts::Boat", confidence: 0.75 },
];

/** As the engine writes it, and something that it does not know yet. */
export const graph = { version: 1, nodes, made: { by: "hand" }, edges };

/** The same with edges as they were written once. */
export const legacy = {
  ...graph,
  edges: edges.map(({ kind, source, target, ...rest }) =>
    kind === "functional" ? { from: source, to: target, type: "functional", ...rest } : { from: source, to: target, type: "dependency", dep_type: kind === "calls" ? "invokes" : kind, ...rest },
  ),
};

const quote = nodes[5].id;

/** Every method, asked and changed in turn: what each answered, by name. */
export async function everything(store) {
  const answers = {};
  const note = async (name, work) => {
    try {
      answers[name] = (await work()) ?? null;
    } catch (error) {
      answers[name] = `${error.code}: ${error.message}`;
    }
  };
  await note("empty", () => store.exportJSON());
  await note("empty stats", () => store.getStats());
  await store.importJSON(structuredClone(graph));
  await note("round trip", async () => JSON.stringify(await store.exportJSON()) === JSON.stringify(graph));
  await note("stats", () => store.getStats());
  for (const id of ["src/b.ts::Boat", quote, "nope"]) await note(`getNode ${id}`, () => store.getNode(id));
  for (const filter of [undefined, { kinds: ["area", "category"] }, { name: "f1" }, { path: "src" }, { hasFeature: false }, { kinds: ["function"], path: "src/**", hasFeature: true }, { kinds: [] }]) {
    await note(`getNodes ${JSON.stringify(filter)}`, () => store.getNodes(filter));
  }
  for (const filter of [undefined, { type: "functional" }, { type: "dependency" }, { type: "invokes" }, { source: "a" }, { target: "src/b.ts::Boat", type: "calls" }, { source: "a", target: "src/b.ts::Boat" }, { minConfidence: 0.8, type: "calls" }]) {
    await note(`getEdges ${JSON.stringify(filter)}`, () => store.getEdges(filter));
  }
  for (const { id } of [...nodes, { id: "nope" }]) {
    await note(`getChildren ${id}`, () => store.getChildren(id));
    await note(`getParent ${id}`, () => store.getParent(id));
    await note(`getOutEdges ${id}`, () => store.getOutEdges(id));
    await note(`getInEdges ${id}`, () => store.getInEdges(id, "calls"));
    await note(`getDependencies ${id}`, () => store.getDependencies(id));
    await note(`getDependents ${id}`, () => store.getDependents(id));
  }
  for (const options of [
    { start: "src/b.ts::Boat::launchAll" },
    { start: "src/b.ts::Boat::launchAll", direction: "upstream", depth: 1 },
    { start: "src/b.ts::Boat::launchAll", direction: "out", depth: -1 },
    { start: quote, direction: "downstream", depth: 3, minConfidence: 0.6 },
    { start: quote, direction: "in", depth: -1, maxNodes: 2 },
    { start: ["area", "nope"], direction: "out", depth: -1, edgeTypes: ["functional"] },
    { start: ".", direction: "out", depth: 4, edgeTypes: ["contains", "invokes"], nodeKinds: ["class", "method", "function"] },
    { start: "a", depth: 0 },
    { start: "a", edgeTypes: ["dependency"], depth: 2 },
    { start: "a", depth: 1.5 },
    { start: [] },
  ]) {
    await note(`traverse ${JSON.stringify(options)}`, () => store.traverse(options));
  }
  for (const [query, scopes] of [["boat"], ["launch every boat"], ["GRÖSSE größe"], ["HTTP server"], ["water", ["area"]], ["boat größe", ["area2"]], ["boat", ["area", "area2"]], ["f1 f2"], ["zebra"], ["- \" ' * OR"], ["boat", ["nowhere"]], ["boat", []]]) {
    await note(`searchByFeature ${query} ${scopes}`, () => store.searchByFeature(query, scopes));
  }
  for (const pattern of ["src", "src/", "src/b.ts", "src/*.ts", "**/*.ts", "z/**", "z/*/a.ts", "s?c/b.ts", "src/a b/*", "nowhere", "**", "src/[b].ts"]) {
    await note(`searchByPath ${pattern}`, () => store.searchByPath(pattern));
  }
  await note("order", () => store.getTopologicalOrder());
  await note("add twice", () => store.addNode({ id: "a", kind: "function" }));
  await note("add nothing", () => store.addNode({ kind: "function" }));
  await note("add", () => store.addNode({ id: "new", kind: "function", name: "brandNew", path: "n.ts", feature: "float a raft" }));
  await note("add edge", () => store.addEdge({ source: "new", target: "a", kind: "calls", confidence: 1 }));
  await note("add edge again", () => store.addEdge({ source: "new", target: "a", kind: "calls", confidence: 0.3 }));
  await note("add loose edge", () => store.addEdge({ source: "new", target: "nope", kind: "calls" }));
  await note("update", () => store.updateNode("src/b.ts::Boat", { feature: "float like a raft", startLine: undefined, kind: "struct" }));
  await note("update nobody", () => store.updateNode("nope", { kind: "x" }));
  await note("update id", () => store.updateNode("a", { id: "b" }));
  await note("found after", () => store.searchByFeature("raft passengers"));
  await note("remove", () => store.removeNode("src/HTTPServer.ts::f1"));
  await note("remove nobody", () => store.removeNode("nope"));
  await note("remove edge", () => store.removeEdge("a", "src/b.ts::Boat", "imports"));
  await note("remove edges", () => store.removeEdge("Z", "Z", "dependency"));
  await note("after", () => store.exportJSON());
  await note("after stats", () => store.getStats());
  await note("order after", () => store.getTopologicalOrder());
  await store.importJSON(structuredClone(legacy));
  await note("legacy", () => store.getEdges());
  for (const [name, broken] of Object.entries({ loose: [nodes[0], edges[0]], twins: [nodes[0], nodes[0]] })) {
    const [node, other] = broken;
    await note(`import ${name}`, () => store.importJSON(name === "loose" ? { nodes: [node], edges: [other] } : { nodes: [node, other], edges: [] }));
  }
  await note("import two of a kind", () => store.importJSON({ nodes: [nodes[11]], edges: [edges[12], edges[12]] }));
  await note("still there", () => store.getStats());
  await store.importJSON({ nodes: [], edges: [] });
  await note("emptied", () => store.exportJSON());
  await note("nothing to find", () => store.searchByFeature("boat"));
  // A graph that is told bit by bit, from nothing.
  for (const id of ["z", "y", "x"]) await store.addNode({ id, kind: "function" });
  for (const target of ["z", "y"]) await store.addEdge({ source: "x", target, kind: "calls" });
  await note("told bit by bit", () => store.exportJSON());
  await note("walk over what was told", () => store.traverse({ start: "x", direction: "out" }));
  await note("walk nowhere", () => store.traverse({ start: "x", direction: "sideways" }));
  return answers;
}
