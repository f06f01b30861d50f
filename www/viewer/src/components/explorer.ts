/** Tree, place and details side by side; on a narrow screen one at a time. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, query, state as local } from "lit/decorators.js";
import { arrival } from "../actions.js";
import { base } from "../shared.js";
import { StoreController, state } from "../store.js";
import "./details.js";
import type { Details } from "./details.js";
import "./divider.js";
import "./place.js";
import type { Place } from "./place.js";
import "./status.js";
import "./tree.js";

const PANES = { tree: "Files", place: "Code", details: "Details" } as const;
type Pane = keyof typeof PANES;

@customElement("waymark-explorer")
export class Explorer extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; grid-template-rows: minmax(0, 1fr) auto auto; height: 100%; }
      .panes { display: grid; grid-template-columns: var(--tree, 17rem) 5px minmax(0, 1fr) 5px var(--details, 24rem); min-height: 0; }
      .panes > * { min-height: 0; min-width: 0; }
      nav.switch { display: none; }
      @media (max-width: 900px) {
        .panes { grid-template-columns: minmax(0, 1fr); }
        .panes waymark-divider, .panes > :not([data-shown]) { display: none; }
        nav.switch { display: grid; grid-template-columns: repeat(3, 1fr); border-top: 1px solid var(--line); background: var(--panel); }
        nav.switch button { border: 0; border-radius: 0; background: none; padding: 0.7em; }
        nav.switch button[aria-current="true"] { color: var(--accent); font-weight: 650; box-shadow: inset 0 3px var(--accent); }
        waymark-status { display: none; }
      }
    `,
  ];

  @local() private pane: Pane = "place";
  @query("waymark-place") private place!: Place;
  @query("waymark-details") private details!: Details;
  #shown: unknown;
  /** Whether the focus was in the details when it last was anywhere. */
  #aside = false;

  constructor() {
    super();
    new StoreController(this);
  }

  /** What was just chosen is brought forward. */
  protected override willUpdate(): void {
    if (state.place !== this.#shown) this.pane = "place";
    this.#shown = state.place;
  }

  #entered({ target }: FocusEvent): void {
    this.#aside = target === this.details;
  }

  /** What goes nowhere is lost, not gone elsewhere. */
  #left({ relatedTarget }: FocusEvent): void {
    if (relatedTarget) this.#aside = false;
  }

  /** Where drawing a new place took away what had the focus, the place takes it, or the details if it was theirs. */
  protected override updated(): void {
    if (!arrival()) return;
    const heirs = this.#aside ? [this.details, this.place] : [this.place, this.details];
    // What is below is drawn after this, and all of it before the next task.
    setTimeout(() => {
      for (const heir of heirs) if (document.activeElement === document.body) heir.focus();
    });
  }

  override render(): TemplateResult {
    const shown = (pane: Pane) => this.pane === pane;
    return html`
      <div class="panes" @focusin=${this.#entered} @focusout=${this.#left}>
        <nav aria-label="Files" ?data-shown=${shown("tree")}><waymark-tree></waymark-tree></nav>
        <waymark-divider name="tree" label="Width of the file tree" side="before"></waymark-divider>
        <waymark-place ?data-shown=${shown("place")}></waymark-place>
        <waymark-divider name="details" label="Width of the details" side="after"></waymark-divider>
        <aside aria-label="Details" ?data-shown=${shown("details")}><waymark-details></waymark-details></aside>
      </div>
      <nav class="switch" aria-label="Panes">
        ${Object.entries(PANES).map(
          ([pane, name]) => html`<button aria-current=${shown(pane as Pane)} @click=${() => (this.pane = pane as Pane)}>${name}</button>`,
        )}
      </nav>
      <waymark-status></waymark-status>
    `;
  }
}
