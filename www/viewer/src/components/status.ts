/** One line at the bottom: what is open. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { base, count } from "../shared.js";
import { StoreController, state } from "../store.js";

@customElement("waymark-status")
export class Status extends LitElement {
  static override styles = [
    base,
    css`
      footer { display: flex; gap: 1.2rem; justify-content: space-between; padding: 0.2rem 0.8rem; border-top: 1px solid var(--line); background: var(--panel); font-size: 0.85em; color: var(--dim); }
    `,
  ];

  constructor() {
    super();
    new StoreController(this);
  }

  override render(): TemplateResult {
    const { summary } = state;
    if (!summary) return html``;
    const skipped = summary.skipped.reduce((sum, { count }) => sum + count, 0);
    return html`
      <footer>
        <span class="clip">${count(summary.files, "file")} · ${count(summary.symbols, "symbol")} · ${count(summary.edges, "link")}${skipped ? ` · ${skipped.toLocaleString("en")} left out` : nothing}</span>
        <span class="clip">In this page only. Nothing is uploaded.</span>
      </footer>
    `;
  }
}
