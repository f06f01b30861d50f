/** How far the opening of a source has come, and the way to stop it. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { cancel } from "../actions.js";
import { base, duration, size } from "../shared.js";
import { StoreController, state } from "../store.js";
import { PHASES, type PhaseName } from "../types.js";

const NAMES: Readonly<Record<PhaseName, string>> = {
  load: "Load the engine",
  fetch: "Fetch the archive",
  discover: "Find and read files",
  extract: "Parse and collect definitions",
  resolve: "Link uses to definitions",
  index: "Rank and index for search",
};

@customElement("waymark-opening")
export class Opening extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; place-items: center; height: 100%; overflow: auto; padding: 1rem; }
      section { width: min(34rem, 100%); padding: 1.6rem; border: 1px solid var(--line); border-radius: 16px; background: var(--panel); }
      h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
      h1:focus-visible { outline: 0; }
      .bar { height: 8px; margin: 1.1rem 0 0.6rem; border-radius: 9px; background: var(--sunken); overflow: hidden; }
      .bar div { height: 100%; background: var(--accent); border-radius: inherit; }
      .bar.unknown div { width: 30%; animation: slide 1.2s ease-in-out infinite alternate; }
      @keyframes slide { to { margin-inline-start: 70%; } }
      @media (prefers-reduced-motion: reduce) { .bar.unknown div { animation: none; width: 100%; opacity: 0.4; } }
      .now { display: flex; justify-content: space-between; gap: 1rem; }
      .path { height: 1.5em; direction: rtl; text-align: left; }
      ol { margin: 1rem 0; display: grid; gap: 0.25rem; }
      li { display: flex; gap: 0.6rem; color: var(--dim); }
      li.done { color: var(--good); }
      li.current { color: var(--text); font-weight: 600; }
      li span:first-child { width: 1.2em; text-align: center; }
    `,
  ];

  #timer = 0;

  constructor() {
    super();
    new StoreController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => this.requestUpdate(), 200);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  /** On the title: on the button, the first blank of what one types for the map to come would stop it. */
  override firstUpdated(): void {
    this.renderRoot.querySelector("h1")?.focus();
  }

  override render(): TemplateResult {
    const { name, since, progress } = state.opening ?? { name: "", since: performance.now() };
    const { phase = "load", done = 0, total = 0, path = "" } = progress ?? {};
    const share = total ? Math.min(1, done / total) : undefined;
    const amount = phase === "fetch" ? `${size(done)}${total ? ` of ${size(total)}` : ""}` : `${done.toLocaleString("en")}${total ? ` of ${total.toLocaleString("en")}` : ""}`;
    const at = PHASES.indexOf(phase);
    return html`
      <section aria-labelledby="title">
        <h1 id="title" tabindex="-1">Mapping ${name}</h1>
        <div
          class="bar ${share === undefined ? "unknown" : ""}"
          role="progressbar"
          aria-label="Mapping ${name}"
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow=${Math.round((share ?? 0) * 100)}
          aria-valuetext="${NAMES[phase]}, ${amount}"
        >
          <div .style=${share === undefined ? "" : `width: ${share * 100}%`}></div>
        </div>
        <p class="now"><span>${total || done ? amount : " "}</span><span class="dim">${duration(performance.now() - since)}</span></p>
        <p class="path clip dim mono" title=${path}><bdi>${path}</bdi></p>
        <ol>
          ${PHASES.map(
            (name, i) => html`
              <li class=${i < at ? "done" : i === at ? "current" : ""} aria-current=${i === at ? "step" : "false"}>
                <span aria-hidden="true">${i < at ? "✓" : i === at ? "▸" : "·"}</span><span>${NAMES[name]}</span>
              </li>
            `,
          )}
        </ol>
        <button @click=${cancel}>Cancel</button>
      </section>
    `;
  }
}
