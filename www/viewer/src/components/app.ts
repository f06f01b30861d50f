/** The page: header, the screen of the moment, what went wrong. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state as local } from "lit/decorators.js";
import { choose, dismiss, fail, retry, start } from "../actions.js";
import { listenForKeys } from "../keys.js";
import { dropped, pickFile } from "../pick.js";
import { base } from "../shared.js";
import { StoreController, state } from "../store.js";
import "./header.js";
import type { Header } from "./header.js";
import "./help.js";
import type { Help } from "./help.js";
import "./opening.js";
import "./start.js";

/** Failures after which the map is lost and only loading the page again helps. */
const FATAL = new Set(["engine-failed", "engine-trap", "worker-failed", "unexpected"]);

@customElement("waymark-app")
export class App extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; grid-template-rows: auto auto minmax(0, 1fr); height: 100dvh; }
      .banner { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.5rem 1rem; background: var(--panel); border-bottom: 1px solid var(--line); border-inline-start: 4px solid var(--warn); }
      .banner.bad { border-inline-start-color: var(--bad); }
      .banner p { flex: 1 1 18rem; overflow-wrap: anywhere; }
      .drop { position: fixed; inset: 0.75rem; z-index: 50; display: grid; place-items: center; border: 3px dashed var(--accent); border-radius: 16px; background: color-mix(in srgb, var(--bg) 88%, transparent); font-size: 1.4rem; pointer-events: none; }
      main { min-height: 0; grid-row: 3; }
      .skip { position: absolute; inset-inline-start: 0.5rem; top: -4rem; z-index: 60; padding: 0.4rem 0.8rem; background: var(--accent); color: var(--on-accent); border-radius: 0 0 8px 8px; }
      .skip:focus { top: 0; }
    `,
  ];

  @local() private dragging = 0;
  #wanted = false;
  @query("waymark-header") private header!: Header | null;
  @query("waymark-help") private help!: Help | null;

  constructor() {
    super();
    new StoreController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    listenForKeys({ search: () => this.#search(), help: () => this.help?.show() });
    addEventListener("dragenter", (event) => this.#drag(event, 1));
    addEventListener("dragleave", (event) => this.#drag(event, -1));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.#drop(event));
    start().catch(fail);
  }

  /** Puts the cursor into the search box; while the map is made, as soon as there is one. */
  #search(): void {
    this.#wanted = state.stage === "opening";
    this.header?.focusSearch();
  }

  protected override updated(): void {
    if (state.stage === "opening" || !this.#wanted) return;
    this.#wanted = false;
    void this.header?.updateComplete.then(() => this.header?.focusSearch());
  }

  /** What shows a map is loaded while the map is made. */
  protected override willUpdate(): void {
    if (state.stage !== "start") import("./explorer.js").catch(fail);
  }

  override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the content</a>
      <waymark-header @help=${() => this.help?.show()}></waymark-header>
      ${this.#banner()}
      <main id="main" tabindex="-1">${this.#screen()}</main>
      <waymark-help></waymark-help>
      <div class="visually-hidden" role="status">${state.notice}</div>
      ${this.dragging > 0 ? html`<div class="drop">Drop to map it. It stays in this page.</div>` : nothing}
    `;
  }

  #screen(): TemplateResult {
    switch (state.stage) {
      case "start":
        return html`<waymark-start></waymark-start>`;
      case "opening":
        return html`<waymark-opening></waymark-opening>`;
      case "open":
        return html`<waymark-explorer></waymark-explorer>`;
    }
  }

  #banner(): TemplateResult | typeof nothing {
    const again = state.retry ? html`<button class="primary" @click=${retry}>Try again</button>` : nothing;
    if (!state.failure) {
      return state.notice && state.stage !== "opening" ? html`<div class="banner"><p>${state.notice}</p>${again}<button @click=${dismiss}>Dismiss</button></div>` : nothing;
    }
    const { code, message } = state.failure;
    return html`
      <div class="banner bad" role="alert">
        <p>${message} <code class="dim">${code}</code></p>
        ${this.#remedy(code, again)}
        <button @click=${dismiss}>Dismiss</button>
      </div>
    `;
  }

  #remedy(code: string, again: TemplateResult | typeof nothing): TemplateResult | typeof nothing {
    if (code === "not-a-tree") return html`<button class="primary" @click=${() => choose(pickFile)}>Choose another file…</button>`;
    return FATAL.has(code) ? html`<button class="primary" @click=${() => location.reload()}>Reload the page</button>` : again;
  }

  /** The hash would become part of the address, which is the state. */
  #skip(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>("#main")?.focus();
  }

  #drag(event: DragEvent, step: number): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dragging = Math.max(0, this.dragging + step);
  }

  #drop(event: DragEvent): void {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dragging = 0;
    void choose(() => dropped(dataTransfer));
  }
}
