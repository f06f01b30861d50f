/** All that is known of the chosen symbol, file or folder. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state as local } from "lit/decorators.js";
import type { Calls, FetchedNode, NodeInfo, Use } from "waymark";
import { fail, go, map } from "../actions.js";
import { around, badge, base, count, isSymbol } from "../shared.js";
import { StoreController, state } from "../store.js";
import "./absences.js";
import "./uses.js";

/** Callers and callees have lists of their own. */
const CALLS = new Set(["calls", "instantiates"]);

@customElement("waymark-symbol")
export class SymbolDetails extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; padding: 0.9rem 1rem 2rem; }
      header { display: flex; gap: 0.5rem; align-items: baseline; }
      header h2 { overflow-wrap: anywhere; }
      .where { margin: 0.15rem 0 0.7rem; overflow-wrap: anywhere; }
      pre { padding: 0.6rem 0.7rem; border-radius: 8px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 14rem; overflow: auto; }
      .decorators { margin-bottom: 0.4rem; }
      .decorators .pill { white-space: normal; overflow-wrap: anywhere; }
      .doc { margin-top: 0.7rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 16rem; overflow: auto; }
      .facts { display: flex; flex-wrap: wrap; gap: 0.35rem; margin-top: 0.7rem; }
      section { margin-top: 1.2rem; }
      h3 { display: flex; gap: 0.5rem; align-items: baseline; font-size: 0.95rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
      h3 .dim { font-weight: 400; font-size: 0.9em; }
      .members { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 0.1rem 0.5rem; padding-top: 0.4rem; }
      .members button { display: flex; gap: 0.4rem; align-items: center; min-width: 0; width: 100%; padding: 0.15rem 0.2rem; }
      .note { margin-top: 0.3rem; font-size: 0.9em; }
      .more { margin-top: 0.4rem; }
    `,
  ];

  @local() private more: { readonly id: string; callers: readonly Use[]; callees: readonly Use[] } = { id: "", callers: [], callees: [] };

  constructor() {
    super();
    new StoreController(this);
  }

  override render(): TemplateResult {
    const { node: view, route } = state;
    if (!view || view.node.id !== (route.symbol ?? route.file)) return html`<p class="dim">Loading…</p>`;
    const { node, callers, callees } = view;
    return html`
      <header>${badge(node.kind)}<h2>${node.name}</h2></header>
      ${this.#where(node)}
      ${node.decorators?.length ? html`<p class="decorators">${node.decorators.map((name) => html`<span class="pill mono">${name}</span> `)}</p>` : nothing}
      ${node.signature ? html`<pre tabindex="0" aria-label="Signature" translate="no">${node.signature}</pre>` : nothing}
      ${node.doc ? html`<p class="doc">${flowing(node.doc)}</p>` : nothing}
      ${facts(node)}
      ${this.#calls("Callers", "callers", callers, node)}
      ${this.#calls("Calls", "callees", callees, node)}
      ${this.#others("Also used by", node.deps?.dependents.uses ?? [], "", node)}
      ${this.#others("Also uses", node.deps?.dependencies.uses ?? [], node.path, node)}
      ${this.#members(node)}
    `;
  }

  #where(node: FetchedNode): TemplateResult {
    const outer = isSymbol(node) ? around(node) : "";
    return html`
      <p class="where dim">
        ${node.kind.replace("-", " ")}${outer ? html` in <button class="link" @click=${() => this.#open(node.hierarchy?.ancestors.at(-1))}>${outer}</button>` : nothing} ·
        <button class="link mono" @click=${() => go({ file: node.path, line: node.startLine || undefined, symbol: state.route.symbol })}>${node.path}${isSymbol(node) ? `:${node.startLine}` : ""}</button>
      </p>
    `;
  }

  #calls(title: string, side: "callers" | "callees", calls: Calls, node: FetchedNode): TemplateResult | typeof nothing {
    const more = this.more.id === node.id ? this.more[side] : [];
    const uses = [...calls.uses, ...more];
    const { total } = calls.page;
    if (!isSymbol(node) && !total) return nothing;
    return html`
      <section>
        <h3>${title} <span class="dim">${total.toLocaleString("en")}</span></h3>
        ${uses.length ? html`<waymark-uses .uses=${uses} .of=${node.id} .side=${side} .sitesIn=${side === "callees" ? node.path : ""}></waymark-uses>` : html`<p class="note dim">None that could be resolved.</p>`}
        ${uses.length < total ? html`<button class="more" @click=${() => this.#more(side, node.id, uses.length)}>Show more of ${total.toLocaleString("en")}</button>` : nothing}
        <waymark-absences .counts=${calls.unresolved} .side=${side} .of=${node}></waymark-absences>
      </section>
    `;
  }

  #others(title: string, all: readonly Use[], sitesIn: string, node: FetchedNode): TemplateResult | typeof nothing {
    const uses = isSymbol(node) ? all.filter(({ kind }) => !CALLS.has(kind)) : all;
    if (!uses.length) return nothing;
    return html`
      <section>
        <h3>${title} <span class="dim">${uses.length}</span></h3>
        <waymark-uses .uses=${uses} .of=${node.id} .side=${sitesIn ? "callees" : "callers"} .sitesIn=${sitesIn} kinds></waymark-uses>
      </section>
    `;
  }

  #members(node: FetchedNode): TemplateResult | typeof nothing {
    const { children = [], page } = node.hierarchy ?? {};
    if (!children.length) return nothing;
    return html`
      <section>
        <h3>Members <span class="dim">${page?.total.toLocaleString("en")}</span></h3>
        <ul class="members">
          ${children.map((child) => html`<li><button class="plain" title=${child.signature ?? child.id} @click=${() => this.#open(child)}>${badge(child.kind)}<span class="clip">${child.name}</span></button></li>`)}
        </ul>
        ${page && page.shown < page.total ? html`<p class="note dim">and ${page.total - page.shown} more</p>` : nothing}
      </section>
    `;
  }

  #open(node: NodeInfo | undefined): void {
    if (node) go(isSymbol(node) ? { file: node.path, line: node.startLine, symbol: node.id } : { file: node.path });
  }

  async #more(side: "callers" | "callees", id: string, offset: number): Promise<void> {
    try {
      const page = await map()?.[side](id, offset);
      if (!page || state.node?.node.id !== id) return;
      const before = this.more.id === id ? this.more : { id, callers: [], callees: [] };
      this.more = { ...before, [side]: [...before[side], ...page.uses] };
    } catch (error) {
      fail(error);
    }
  }
}

function facts({ metrics, tier, startLine, endLine }: FetchedNode): TemplateResult | typeof nothing {
  const said = [
    endLine ? count(endLine - startLine + 1, "line") : "",
    metrics?.parameters ? count(metrics.parameters, "parameter") : "",
    metrics && metrics.cyclomatic > 1 ? `complexity ${metrics.cyclomatic}` : "",
    metrics && metrics.cognitive > 0 ? `cognitive ${metrics.cognitive}` : "",
    tier && tier !== "product" ? tier : "",
  ].filter(Boolean);
  return said.length ? html`<div class="facts">${said.map((fact) => html`<span class="pill">${fact}</span>`)}</div>` : nothing;
}

/** Documentation without ruled lines and the line ends of its source; paragraphs, lists and indented lines keep theirs. */
function flowing(doc: string): string {
  return doc.replace(/^[=\-*#~_]{4,}$\n?/gm, "").replace(/(?<=\S)\n(?=[^\s\-*@#:`|\d])/g, " ");
}
