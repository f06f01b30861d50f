/** The right side: the chosen symbol, or the outline of the file. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, state as local } from "lit/decorators.js";
import { base } from "../shared.js";
import { StoreController, state } from "../store.js";
import "./outline.js";
import "./symbol.js";

const TABS = { symbol: "Details", outline: "Outline" } as const;
type Tab = keyof typeof TABS;

@customElement("waymark-details")
export class Details extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; background: var(--panel); }
      [role="tablist"] { display: flex; min-height: 2.3rem; padding: 0 0.6rem; border-bottom: 1px solid var(--line); }
      [role="tab"] { border: 0; border-radius: 0; background: none; padding: 0.3rem 0.7rem; color: var(--dim); }
      [role="tab"][aria-selected="true"] { color: var(--text); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
      [role="tabpanel"] { min-height: 0; overflow: auto; }
      .none { padding: 1rem; }
    `,
  ];

  @local() private tab: Tab = "symbol";
  #of = "";

  constructor() {
    super();
    new StoreController(this);
  }

  /** A new symbol or folder shows its details, a new file its outline. */
  protected override willUpdate(): void {
    const { place, route } = state;
    const of = route.symbol ?? place?.node.id ?? "";
    if (of !== this.#of) this.tab = !route.symbol && place && "outline" in place ? "outline" : "symbol";
    this.#of = of;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("#panel")?.focus();
  }

  override render(): TemplateResult {
    return html`
      <div role="tablist" aria-label="Details" @keydown=${this.#press}>
        ${Object.entries(TABS).map(
          ([tab, name]) => html`
            <button
              role="tab"
              id="tab-${tab}"
              aria-controls="panel"
              aria-selected=${tab === this.tab}
              tabindex=${tab === this.tab ? 0 : -1}
              @click=${() => (this.tab = tab as Tab)}
            >${name}</button>
          `,
        )}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby="tab-${this.tab}" tabindex="-1">${this.#panel()}</div>
    `;
  }

  #panel(): TemplateResult {
    if (!state.route.file && !state.route.symbol) {
      return html`<p class="none dim">Choose a file or a symbol: who calls it, what it calls and how sure that is appears here.</p>`;
    }
    return this.tab === "outline" ? html`<waymark-outline></waymark-outline>` : html`<waymark-symbol></waymark-symbol>`;
  }

  #press(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    this.tab = this.tab === "symbol" ? "outline" : "symbol";
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  }
}
