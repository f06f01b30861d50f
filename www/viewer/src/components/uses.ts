/** Nodes at the other end of links, each with what the link rests on and the lines where it is written. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Use } from "waymark";
import { go } from "../actions.js";
import { around, badge, base, isSymbol, whereabouts } from "../shared.js";
import "./why.js";

/** Lines that are shown before the rest is asked for. */
const SITES = 4;

@customElement("waymark-uses")
export class Uses extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; }
      li { padding: 0.35rem 0; border-top: 1px solid var(--line); }
      li:first-child { border-top: 0; }
      .head { display: flex; gap: 0.45rem; align-items: baseline; }
      .head button { flex: 0 1 auto; font-weight: 550; color: var(--text); }
      .head .dim { flex: 1 1 0; }
      .why { display: flex; flex-wrap: wrap; gap: 0.3rem 0.5rem; align-items: center; margin-top: 0.15rem; padding-inline-start: 1.75rem; font-size: 0.9em; }
      .sure { display: inline-flex; align-items: center; gap: 0.35em; }
      .sure::before { content: ""; width: 0.6em; height: 0.6em; border-radius: 50%; background: var(--tone); }
      .sure.high { --tone: var(--good); }
      .sure.middle { --tone: var(--warn); }
      .sure.low { --tone: var(--bad); }
      .sites { display: inline-flex; flex-wrap: wrap; gap: 0 0.5rem; }
      .sites button { font-family: var(--mono); font-size: 0.92em; }
      details { display: inline; }
      details[open] summary { display: none; }
      summary { display: inline; cursor: pointer; color: var(--accent); }
    `,
  ];

  @property({ attribute: false }) uses: readonly Use[] = [];
  /** Path of the file where the sites are, if all are in one; else they are in the file of the other node. */
  @property() sitesIn = "";
  /** Id of the node that all links lead to or come from, and whether the other ones use it. */
  @property() of = "";
  @property() side: "callers" | "callees" = "callees";
  /** Whether the kind of each link is told. */
  @property({ type: Boolean }) kinds = false;

  override render(): TemplateResult {
    return html`<ul>${this.uses.map((use) => this.#use(use))}</ul>`;
  }

  #use(use: Use): TemplateResult {
    const { node, provenance, confidence, ambiguity } = use;
    const [source, target] = this.side === "callers" ? [node.id, this.of] : [this.of, node.id];
    const sure = confidence >= 0.85 ? "high" : confidence >= 0.5 ? "middle" : "low";
    return html`
      <li>
        <div class="head">
          ${badge(node.kind)}
          <button class="link clip" title=${node.signature ?? node.id} @click=${() => go(isSymbol(node) ? { file: node.path, line: node.startLine, symbol: node.id } : { file: node.path })}>${node.name}</button>
          <span class="dim clip" title=${node.path}>${isSymbol(node) ? whereabouts(node) : around(node)}</span>
        </div>
        <div class="why">
          ${this.kinds ? html`<span class="pill">${use.kind}</span>` : nothing}
          ${ambiguity > 1 ? html`<span class="pill warn" title="That many definitions fit and none is preferred">one of ${ambiguity}</span>` : nothing}
          ${this.#sites(use)}
          <waymark-why .what=${{ source, target, kind: use.kind }}><span class="sure ${sure}" title="What the link rests on, and how far to trust it; open for why">${provenance} ${Math.round(confidence * 100)} %</span></waymark-why>
        </div>
      </li>
    `;
  }

  #sites({ node, sites, siteCount }: Use): TemplateResult | typeof nothing {
    const path = this.sitesIn || node.path;
    const jump = (line: number) => html`<button class="link" title="${path}:${line}" @click=${() => go({ file: path, line })}>L${line}<span class="visually-hidden"> of ${path}</span></button>`;
    if (!sites.length) return nothing;
    const more = siteCount - SITES;
    return html`
      <span class="sites">
        ${sites.slice(0, SITES).map(jump)}
        ${more > 0 ? html`<details><summary>+${more}</summary> ${sites.slice(SITES).map((line) => html`${jump(line)} `)}${siteCount > sites.length ? html`<span class="dim">and ${siteCount - sites.length} more</span>` : nothing}</details>` : nothing}
      </span>
    `;
  }
}
