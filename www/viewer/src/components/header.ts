/** Name of the page and of the map, the search box, theme and help. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state as local } from "lit/decorators.js";
import { go, leave } from "../actions.js";
import { base } from "../shared.js";
import { StoreController, state } from "../store.js";
import { nextTheme, theme } from "../theme.js";
import "./search.js";
import type { Search } from "./search.js";

const THEMES = { system: "◐", light: "☀", dark: "☾" } as const;

@customElement("waymark-header")
export class Header extends LitElement {
  static override styles = [
    base,
    css`
      header { display: flex; gap: 0.4rem 0.9rem; align-items: center; padding: 0.45rem 0.8rem; background: var(--panel); border-bottom: 1px solid var(--line); }
      .brand { display: flex; gap: 0.45rem; align-items: center; font-weight: 650; font-size: 1.02rem; padding-inline: 0.3rem; }
      .brand img { width: 22px; height: 22px; }
      .map { max-width: 16rem; font-weight: 550; }
      waymark-search { flex: 1 1 20rem; max-width: 46rem; margin-inline: auto; }
      .space { flex: 1; }
      .tools { display: flex; gap: 0.1rem; }
      .tools button { min-width: 2.1rem; font-size: 1.05rem; line-height: 1.3; }
      @media (max-width: 420px) {
        .brand .name { position: absolute; clip-path: inset(50%); }
        .map { max-width: calc(100vw - 9rem) !important; text-align: start; }
      }
      @media (max-width: 720px) {
        header { flex-wrap: wrap; padding: 0.35rem 0.5rem; }
        .map { flex: 1 1 auto; max-width: calc(100vw - 14rem); }
        waymark-search { order: 5; flex-basis: 100%; max-width: none; }
      }
    `,
  ];

  @local() private theme = theme();
  @query("waymark-search") private search!: Search | null;

  constructor() {
    super();
    new StoreController(this);
  }

  /** Puts the cursor into the search box, where there is one. */
  focusSearch(): void {
    this.search?.focus();
  }

  override render(): TemplateResult {
    const open = state.stage === "open";
    return html`
      <header>
        <button class="plain brand" @click=${leave} title="First screen"><img src="./icon.svg" alt="" /><span class=${open ? "name" : ""}>Waymark</span></button>
        ${open ? html`<button class="plain map clip" title="Overview of ${state.name}" @click=${() => go({})}>${state.name}</button>` : nothing}
        ${open ? html`<waymark-search></waymark-search>` : html`<span class="space"></span>`}
        <div class="tools">
          <button class="plain" @click=${() => (this.theme = nextTheme())} aria-label="Theme: ${this.theme}" title="Theme: ${this.theme}">${THEMES[this.theme]}</button>
          <button class="plain" @click=${() => this.dispatchEvent(new CustomEvent("help"))} aria-label="Help and keys" title="Help and keys (?)">?</button>
        </div>
      </header>
    `;
  }
}
