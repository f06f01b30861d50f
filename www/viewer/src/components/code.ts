/** The text of a file, read-only: colours, the chosen lines, names that lead to their definitions. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state as local } from "lit/decorators.js";
import { EditorView } from "@codemirror/view";
import type { NodeInfo } from "waymark";
import { go } from "../actions.js";
import { editorState, mark } from "../code/editor.js";
import type { Target } from "../code/names.js";
import { badge, base, isSymbol } from "../shared.js";
import type { FileView, Link } from "../types.js";

/** What decides which lines are marked. */
const PLACE = ["file", "line", "end", "symbol"] as const;

@customElement("waymark-code")
export class Code extends LitElement {
  static override styles = [
    base,
    css`
      :host { position: relative; display: block; min-height: 0; }
      .editor { height: 100%; }
      .choice { position: absolute; z-index: 20; width: min(26rem, 90%); max-height: 60%; overflow: auto; padding: 0.4rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); box-shadow: var(--shadow); }
      .choice p { padding: 0.2rem 0.5rem 0.4rem; }
      .choice button { display: flex; gap: 0.5rem; align-items: center; width: 100%; text-align: start; }
      .choice .clip { flex: 1; }
    `,
  ];

  @property({ attribute: false }) file: FileView | undefined;
  @property({ type: Number }) line: number | undefined;
  @property({ type: Number }) end: number | undefined;
  @property() symbol: string | undefined;
  @local() private choice: { links: readonly Link[]; x: number; y: number } | undefined;
  @query(".editor") private host!: HTMLElement;
  #view: EditorView | undefined;

  override focus(): void {
    this.#view?.focus();
  }

  override render(): TemplateResult {
    return html`<div class="editor"></div>${this.choice ? this.#choice(this.choice) : nothing}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { file } = this;
    if (!file) return;
    if (changed.has("file")) {
      const state = editorState(file, { follow: (target, at) => this.#follow(target, at), select: (line, end) => this.#select(line, end) });
      if (this.#view) this.#view.setState(state);
      else this.#view = new EditorView({ state, parent: this.host, root: this.shadowRoot! });
    }
    const moved = PLACE.some((name) => changed.has(name));
    if (this.#view && moved) this.#mark(this.#view, file, changed.has("file"));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Marks the chosen lines, else the chosen symbol from its first line to its last. */
  #mark(view: EditorView, file: FileView, fresh: boolean): void {
    this.choice = undefined;
    const symbol = file.outline.find(({ node }) => node.id === this.symbol)?.node;
    const line = this.line ?? symbol?.startLine;
    const end = this.end ?? (symbol && line === symbol.startLine ? symbol.endLine : line);
    mark(view, { from: line, to: end, name: symbol?.name, scroll: fresh });
  }

  #select(line: number, end: number | undefined): void {
    if (this.file) go({ file: this.file.node.path, line, end, symbol: this.symbol });
  }

  /** Goes to what a name stands for; where several things may be meant, the person chooses. */
  #follow(target: Target, at: { x: number; y: number }): void {
    if (target.definition) return this.#open(target.definition);
    const [only, ...others] = target.links;
    if (only && !others.length) return this.#open(only.target);
    const { left, top } = this.getBoundingClientRect();
    this.choice = { links: target.links, x: at.x - left, y: at.y - top };
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".choice button")?.focus());
  }

  #open(node: NodeInfo): void {
    go(isSymbol(node) ? { file: node.path, line: node.startLine, symbol: node.id } : { file: node.path });
  }

  #choice({ links, x, y }: { links: readonly Link[]; x: number; y: number }): TemplateResult {
    return html`
      <div class="choice" role="dialog" aria-label="Which definition" .style=${`left: ${Math.min(x, Math.max(0, this.clientWidth - 430))}px; top: ${y + 18}px`} @keydown=${this.#press}>
        <p class="dim">${links.length} definitions fit; none is certain.</p>
        ${links.map(
          ({ target, evidence }) => html`
            <button class="plain" @click=${() => this.#open(target)}>
              ${badge(target.kind)}<span class="clip">${target.name} <span class="dim">${target.path}:${target.startLine}</span></span>
              <span class="pill">${evidence.provenance} ${Math.round(evidence.confidence * 100)} %</span>
            </button>
          `,
        )}
        <button class="plain dim" @click=${this.#close}>Close</button>
      </div>
    `;
  }

  #close(): void {
    this.choice = undefined;
    this.#view?.focus();
  }

  #press(event: KeyboardEvent): void {
    if (event.key === "Escape") this.#close();
  }
}
