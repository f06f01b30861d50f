/** The middle: the open file or folder, or the overview of the map. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state as local } from "lit/decorators.js";
import { go, notify } from "../actions.js";
import { permalink } from "../router.js";
import { base, count } from "../shared.js";
import { StoreController, state } from "../store.js";
import type { FileView } from "../types.js";
import "./code.js";
import "./folder.js";
import "./overview.js";

@customElement("waymark-place")
export class Place extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; background: var(--panel); }
      header { display: flex; flex-wrap: wrap; gap: 0 0.8rem; align-items: center; min-height: 2.3rem; padding: 0 0.8rem; border-bottom: 1px solid var(--line); }
      nav { flex: 1 1 auto; min-width: 0; }
      ol { display: flex; flex-wrap: wrap; align-items: center; }
      li + li::before { content: "/"; margin-inline: 0.3rem; color: var(--dim); }
      li { max-width: 100%; overflow-wrap: anywhere; }
      li b { font-weight: 600; }
      .remarks { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; font-size: 0.88em; }
      .wait { padding: 1.5rem; }
    `,
  ];

  @local() private copied = false;

  constructor() {
    super();
    new StoreController(this);
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("waymark-code, waymark-folder, waymark-overview")?.focus();
  }

  override render(): TemplateResult {
    const { place, route } = state;
    if (!route.file && !route.symbol) return html`<waymark-overview></waymark-overview>`;
    if (!place) return html`<p class="wait dim">Loading…</p>`;
    return html`
      <header>
        ${this.#crumbs(place.node.path)}
        <span class="remarks dim">
          ${"text" in place ? remarks(place) : nothing}
          <button class="plain" @click=${this.#copy} title="Copy the address of this place">${this.copied ? "Copied" : "Copy link"}</button>
        </span>
      </header>
      ${"text" in place
        ? html`<waymark-code .file=${place} .line=${route.line} .end=${route.end} .symbol=${route.symbol}></waymark-code>`
        : html`<waymark-folder .folder=${place}></waymark-folder>`}
    `;
  }

  #crumbs(path: string): TemplateResult {
    const parts = path === "." ? [] : path.split("/");
    return html`
      <nav aria-label="Path">
        <ol>
          <li><button class="link" @click=${() => go({})}>${state.name}</button></li>
          ${parts.map((part, i) =>
            i === parts.length - 1
              ? html`<li><b aria-current="page">${part}</b></li>`
              : html`<li><button class="link" @click=${() => go({ file: parts.slice(0, i + 1).join("/") })}>${part}</button></li>`,
          )}
        </ol>
      </nav>
    `;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(permalink(state.route));
      this.copied = true;
      setTimeout(() => (this.copied = false), 1500);
    } catch {
      notify("The clipboard is not open to this page; copy the address from the address bar.");
    }
  }
}

function remarks({ node, partial, cut }: FileView): TemplateResult {
  return html`
    <span>${count(node.endLine, "line")}${node.language ? ` · ${node.language}` : ""}${node.tier && node.tier !== "product" ? ` · ${node.tier}` : ""}</span>
    ${partial ? html`<span class="pill warn" title="Something may be missing here">syntax errors</span>` : nothing}
    ${cut.length ? html`<span class="pill warn" title="Not shown: ${cut.join(", ")}">cut</span>` : nothing}
  `;
}
