/** Why a use has its link, or none: the rule that decided, and what took other definitions of the name out. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state as local } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { Explanation } from "waymark";
import { fail, go, map } from "../actions.js";
import { base } from "../shared.js";
import type { Explained } from "../types.js";

@customElement("waymark-why")
export class Why extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; }
      :host([open]) { flex-basis: 100%; }
      summary { cursor: pointer; }
      li { padding: 0.25rem 0 0.25rem 0.9rem; overflow-wrap: anywhere; }
    `,
  ];

  @property({ attribute: false }) what: Explained | undefined;
  @property({ type: Boolean, reflect: true }) open = false;
  @local() private told: readonly Explanation[] | undefined;

  override render(): TemplateResult {
    const details = html`
      <details @toggle=${this.#toggle}>
        <summary><slot></slot></summary>
        ${this.told ? html`<ul>${this.told.map((use) => this.#use(use))}</ul>` : nothing}
        ${this.told?.length === 0 ? html`<p class="dim">Nothing more is known.</p>` : nothing}
      </details>
    `;
    return html`${keyed(JSON.stringify(this.what), details)}`; // Closed again for another use.
  }

  #use({ line, rule, because, receiver, removed, removedTotal }: Explanation): TemplateResult {
    const link = (id: string) => html`<button class="link mono" @click=${() => go({ file: id.split("::")[0], symbol: id })}>${id}</button>`;
    return html`
      <li>
        L${line}: ${rule === undefined ? nothing : html`<span class="dim">rule ${rule},</span>`} ${because}
        ${receiver === undefined ? nothing : html`<br />The receiver is ${receiver}.`}
        ${removed.map(({ id, why }) => html`<br />Not ${link(id)} <span class="dim">${why}</span>`)}
        ${removedTotal > removed.length ? html`<br /><span class="dim">and ${removedTotal - removed.length} others</span>` : nothing}
      </li>
    `;
  }

  async #toggle(event: Event): Promise<void> {
    const { what } = this;
    this.open = (event.target as HTMLDetailsElement).open;
    if (!this.open || !what) return;
    try {
      const told = await map()?.why(what);
      if (what === this.what) this.told = told;
    } catch (error) {
      fail(error);
    }
  }
}
