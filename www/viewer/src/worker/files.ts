/** One file or folder with all that the page shows of it, put together from the engine's answers. */
import { type EdgeInfo, type Index, type NodeInfo, WaymarkError } from "waymark";
import { tokensOf } from "../code/tokens.js";
import type { FileView, FolderView, Link, OutlineItem } from "../types.js";

/** What the engine answers at once. */
const PAGE = 200;
const NODES = 1000;
const ABSENCES = 1000;
/** Every kind of edge that is written somewhere in the source. */
const USES = ["calls", "imports", "instantiates", "inherits", "implements", "overrides", "composes", "references", "reads", "writes", "exports", "routes", "binds"];
/** A file with more symbols than this is shown without what follows. */
const MOST = 5000;

/** The file at `path`, or the folder if it is one. */
export function fileView(index: Index, path: string): FileView | FolderView {
  const [node] = index.fetchNode({ codeEntities: [path], fields: [] }).nodes;
  if (!node) throw new WaymarkError("not-found", `${path} is not in this map`);
  if (node.kind !== "file") return folderView(index, node.id);
  const text = index.text(node.path) ?? "";
  const cut: string[] = [];
  const outline = outlineOf(index, node, cut);
  const links = linksOf(index, [node.id, ...outline.map((item) => item.node.id)], cut);
  const absences = index.absences({ within: node.id, limit: ABSENCES });
  if (absences.page.shown < absences.page.total) cut.push(`${absences.page.total - absences.page.shown} more unresolved uses`);
  return {
    node,
    partial: node.partial,
    text,
    tokens: tokensOf(text, node.path, node.language),
    outline,
    links,
    absences: absences.uses,
    cut,
  };
}

/** The directory `id` with all its entries, directories first. */
export function folderView(index: Index, id: string): FolderView {
  const children: NodeInfo[] = [];
  for (;;) {
    const [node] = index.fetchNode({ codeEntities: [id], fields: ["hierarchy"], offset: children.length, limit: PAGE }).nodes;
    if (!node?.hierarchy) throw new WaymarkError("not-found", `${id} is not in this map`);
    children.push(...node.hierarchy.children);
    if (!node.hierarchy.children.length || children.length >= node.hierarchy.page.total) {
      return { node, children: children.sort(byKindAndName) };
    }
  }
}

function byKindAndName(a: NodeInfo, b: NodeInfo): number {
  return Number(a.kind === "file") - Number(b.kind === "file") || a.name.localeCompare(b.name, "en", { numeric: true });
}

/** The symbols that are written in `file`, each with its depth. */
function outlineOf(index: Index, file: NodeInfo, cut: string[]): OutlineItem[] {
  const items: OutlineItem[] = [];
  for (;;) {
    const { symbols, page } = index.outline({ within: file.id, offset: items.length, limit: NODES });
    items.push(...symbols.map((symbol) => ({ node: symbol, depth: symbol.depth })));
    if (items.length < Math.min(page.total, MOST) && symbols.length) continue;
    if (page.total > items.length) cut.push(`${page.total - items.length} more symbols`);
    return items;
  }
}

/** What the nodes `ids` of one file use, one entry a line. */
function linksOf(index: Index, ids: readonly string[], cut: string[]): Link[] {
  const own = new Set(ids);
  const nodes = new Map<string, NodeInfo>();
  const edges: EdgeInfo[] = [];
  for (;;) {
    const found = index.exploreRpg({ startCodeEntities: [...ids], direction: "out", dependencyTypeFilter: USES, traversalDepth: 1, offset: nodes.size, maxNodes: NODES });
    for (const node of found.nodes) nodes.set(node.id, node);
    edges.push(...found.edges.filter(({ source }) => own.has(source)));
    if (!found.nodes.length || nodes.size >= found.page.total) break;
  }
  let missed = 0;
  const links = edges.flatMap((edge) => {
    const target = nodes.get(edge.target);
    missed += edge.siteCount - edge.sites.length;
    return target ? edge.sites.map((line) => ({ line, target, evidence: edge })) : [];
  });
  if (missed) cut.push(`${missed} more uses`);
  return links.sort((a, b) => a.line - b.line);
}
