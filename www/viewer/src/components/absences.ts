/** Uses that have no link: how many, why, and on request which. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state as local } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { AbsentUse, AbsentUses, Count, NodeInfo } from "waymark";
import { fail, go, map } from "../actions.js";
import { ABSENCES, base } from "../shared.js";
import "./why.js";

@customElement("waymark-absences")
export class Absences extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; margin-top: 0.3rem; font-size: 0.9em; }
      summary { cursor: pointer; color: var(--dim); }
      li { padding: 0.2rem 0 0.2rem 0.9rem; overflow-wrap: anywhere; }
      h4 { margin: 0.4rem 0 0; font-size: 1em; font-weight: 600; }
    `,
  ];

  @property({ attribute: false }) counts: readonly Count[] = [];
  @property() side: "callers" | "callees" = "callees";
  @property({ attribute: false }) of: NodeInfo | undefined;
  @local() private found: AbsentUses | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("of")) this.found = undefined;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.counts.length) return nothing;
    const counts = this.counts.map(({ name, count }) => `${count.toLocaleString("en")} ${name}`).join(", ");
    const title = this.side === "callees" ? "Without a link inside it" : "Uses of this name without a link";
    const list = html`
      <details @toggle=${this.#toggle}>
        <summary>${title}: ${counts}</summary>
        ${this.found ? this.counts.map(({ name }) => this.#reason(name, this.found?.uses ?? [])) : nothing}
        ${this.found && this.found.page.shown < this.found.page.total ? html`<p class="dim">${this.found.page.total - this.found.page.shown} more are not shown.</p>` : nothing}
      </details>
    `;
    return html`${keyed(this.of?.id, list)}`; // Closed again for another node.
  }

  #reason(reason: string, all: readonly AbsentUse[]): TemplateResult {
    // What is within may lie in a member, which counts its own.
    const own = (use: AbsentUse) => this.side === "callers" || use.source === this.of?.id;
    const uses = all.filter((use) => use.reason === reason && own(use));
    return html`
      <h4>${reason} <span class="dim">${ABSENCES[reason] ?? ""}</span></h4>
      <ul>
        ${uses.map(
          ({ name, path, line, candidates = [] }) => html`
            <li>
              <button class="link mono" title="${path}:${line}" @click=${() => go({ file: path, line })}>${name || "computed"} <span class="dim">${this.side === "callers" ? `${path}:` : "L"}${line}</span></button>
              ${candidates.map((id) => html`<br />could be <button class="link mono" @click=${() => go({ file: id.split("::")[0], symbol: id })}>${id}</button>`)}
              <waymark-why .what=${{ path, line, name }}>why</waymark-why>
            </li>
          `,
        )}
      </ul>
    `;
  }

  async #toggle(event: Event): Promise<void> {
    const { of, side } = this;
    if (!(event.target as HTMLDetailsElement).open || this.found || !of) return;
    try {
      const found = await map()?.absences(side === "callers" ? { name: of.name } : { within: of.id });
      if (of === this.of) this.found = found;
    } catch (error) {
      fail(error);
    }
  }
}
