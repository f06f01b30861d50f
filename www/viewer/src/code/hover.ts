/** What is said of a name under the pointer. */
import type { Tooltip } from "@codemirror/view";
import { map } from "../actions.js";
import { ABSENCES, count } from "../shared.js";
import type { Target } from "./names.js";

export function hover(target: Target, word: string): Tooltip {
  return { pos: target.from, end: target.to, above: true, create: () => ({ dom: content(target, word) }) };
}

function content({ definition, links, absent }: Target, word: string): HTMLElement {
  const box = element("div", "hover");
  if (absent) {
    box.append(element("b", "", word), element("p", "dim", `No link: ${absent.reason}, ${ABSENCES[absent.reason] ?? ""}`));
    return box;
  }
  const nodes = definition ? [definition] : links.map(({ target }) => target);
  for (const node of nodes.slice(0, 4)) {
    box.append(element("code", "", node.signature ?? node.name));
    box.append(element("p", "dim", `${node.kind.replace("-", " ")} · ${node.path}${node.startLine > 1 ? `:${node.startLine}` : ""}`));
  }
  const [link] = links;
  if (link) {
    const { kind, provenance, confidence } = link.evidence;
    const doubt = links.length > 1 ? `, one of ${links.length}` : "";
    box.append(element("p", "dim", `${kind} by ${provenance}, ${Math.round(confidence * 100)} %${doubt}`));
  }
  const [only] = nodes;
  if (only && nodes.length === 1) void addDoc(box, only.id);
  return box;
}

/** Adds the documentation when it comes. */
async function addDoc(box: HTMLElement, id: string): Promise<void> {
  const view = await map()?.node(id).catch(() => undefined);
  if (!view) return;
  const { doc } = view.node;
  if (doc) box.append(element("p", "doc", doc.length > 400 ? `${doc.slice(0, 400)}…` : doc));
  const callers = view.callers.page.total;
  if (callers) box.append(element("p", "dim", count(callers, "caller")));
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
