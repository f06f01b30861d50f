/** A line between two panes that can be moved; the width is remembered. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared.js";

const [LEAST, MOST, STEP] = [160, 720, 24];

@customElement("waymark-divider")
export class Divider extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; }
      div { height: 100%; border-inline-start: 1px solid var(--line); cursor: col-resize; touch-action: none; }
      div:hover, div:focus-visible { background: var(--accent); outline-offset: -1px; }
    `,
  ];

  /** The custom property of the parent that holds the width. */
  @property() name = "";
  @property() label = "";
  /** Whether the pane with that width comes before or after the line. */
  @property() side: "before" | "after" = "before";
  #width = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = Number(localStorage.getItem(this.#key));
    if (kept) this.#set(kept);
  }

  override render(): TemplateResult {
    return html`<div
      role="separator"
      tabindex="0"
      aria-orientation="vertical"
      aria-label=${this.label}
      aria-valuemin=${LEAST}
      aria-valuemax=${MOST}
      aria-valuenow=${Math.round(this.#measure())}
      @pointerdown=${this.#grab}
      @keydown=${this.#press}
    ></div>`;
  }

  get #key(): string {
    return `waymark-width-${this.name}`;
  }

  #measure(): number {
    const pane = this.side === "before" ? this.previousElementSibling : this.nextElementSibling;
    return this.#width || pane?.getBoundingClientRect().width || LEAST;
  }

  #set(width: number): void {
    this.#width = Math.min(MOST, Math.max(LEAST, width));
    this.parentElement?.style.setProperty(`--${this.name}`, `${this.#width}px`);
    localStorage.setItem(this.#key, String(this.#width));
    this.requestUpdate();
  }

  #grab(event: PointerEvent): void {
    const target = event.currentTarget as HTMLElement;
    const [from, width] = [event.clientX, this.#measure()];
    const move = ({ clientX }: PointerEvent) => this.#set(width + (this.side === "before" ? clientX - from : from - clientX));
    target.setPointerCapture(event.pointerId);
    target.addEventListener("pointermove", move);
    target.addEventListener("lostpointercapture", () => target.removeEventListener("pointermove", move), { once: true });
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#set(this.#measure() + (this.side === "before" ? step : -step));
  }
}
