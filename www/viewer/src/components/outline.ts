/** The symbols of the open file, in source order. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state as local } from "lit/decorators.js";
import { go } from "../actions.js";
import { badge, base } from "../shared.js";
import { StoreController, state } from "../store.js";
import type { OutlineItem } from "../types.js";

@customElement("waymark-outline")
export class Outline extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; padding: 0.5rem 0; }
      .filter { padding: 0 0.7rem 0.5rem; }
      input { width: 100%; padding: 0.35rem 0.6rem; border: 1px solid var(--line); border-radius: 7px; background: var(--bg); color: inherit; font: inherit; }
      li { content-visibility: auto; contain-intrinsic-height: 1.7rem; }
      li button { display: flex; align-items: center; gap: 0.45rem; width: 100%; border: 0; border-radius: 0; background: none; text-align: start; padding: 0.16rem 0.7rem; }
      li button:hover { background: var(--sunken); }
      li button[aria-current="true"] { background: var(--accent-soft); }
      li .clip { flex: 1; }
      .none { padding: 0.4rem 0.9rem; }
    `,
  ];

  @local() private filter = "";

  constructor() {
    super();
    new StoreController(this);
  }

  override render(): TemplateResult {
    const { place } = state;
    const items = place && "outline" in place ? place.outline : [];
    const wanted = this.filter.toLowerCase();
    const shown = wanted ? items.filter(({ node }) => node.name.toLowerCase().includes(wanted)) : items;
    return html`
      ${items.length > 12
        ? html`<div class="filter"><input type="search" placeholder="Filter" aria-label="Filter the outline" @input=${(event: Event) => (this.filter = (event.target as HTMLInputElement).value)} /></div>`
        : nothing}
      <ul aria-label="Outline" @keydown=${this.#press}>${shown.map((item) => this.#item(item))}</ul>
      ${shown.length ? nothing : html`<p class="none dim">${items.length ? "No symbol is called that." : "No symbols here."}</p>`}
    `;
  }

  #item({ node, depth }: OutlineItem): TemplateResult {
    return html`
      <li>
        <button
          aria-current=${node.id === state.route.symbol}
          title=${node.signature ?? node.name}
          .style=${`padding-inline-start: ${depth * 14 + 12}px`}
          @click=${() => go({ file: node.path, line: node.startLine, symbol: node.id })}
        >
          ${badge(node.kind)}<span class="clip">${node.name}</span><span class="dim">${node.startLine}</span>
        </button>
      </li>
    `;
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>("li button")];
    const at = buttons.indexOf(event.target as HTMLElement);
    buttons[at + step]?.focus();
    event.preventDefault();
  }
}
