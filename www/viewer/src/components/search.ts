/** The search box: symbols and files as one types. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state as local } from "lit/decorators.js";
import type { NodeInfo, SearchHit, SearchResults } from "waymark";
import { fail, go, map } from "../actions.js";
import { around, badge, base, count, isSymbol } from "../shared.js";
import { StoreController, state } from "../store.js";

const DELAY = 40;
const LIMIT = 30;

/** Why a hit is there, for a person. */
const ORIGINS: Readonly<Record<string, string>> = {
  exact: "name",
  mention: "mentioned",
  lexical: "words",
  vector: "meaning",
  hybrid: "words + meaning",
  feature: "feature",
};

@customElement("waymark-search")
export class Search extends LitElement {
  static override styles = [
    base,
    css`
      :host { position: relative; display: block; }
      .box { display: flex; align-items: center; gap: 0.5rem; padding-inline: 0.7rem; border: 1px solid var(--line); border-radius: 9px; background: var(--bg); }
      .box:focus-within { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
      input { flex: 1; min-width: 0; padding: 0.5rem 0; border: 0; outline: 0; background: none; color: inherit; font: inherit; }
      input:focus-visible { outline: 0; }
      input::placeholder { color: var(--dim); opacity: 1; }
      .list { position: absolute; inset-inline: 0; top: calc(100% + 4px); z-index: 30; display: flex; flex-direction: column; max-height: min(70dvh, 40rem); border: 1px solid var(--line); border-radius: 10px; background: var(--raised); box-shadow: var(--shadow); overflow: hidden; }
      [role="listbox"] { overflow: auto; padding: 0.25rem; }
      [role="option"] { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 0.6rem; align-items: baseline; padding: 0.3rem 0.5rem; border-radius: 7px; cursor: pointer; }
      [role="option"][aria-selected="true"] { background: var(--accent-soft); }
      .name { display: flex; gap: 0.5rem; align-items: baseline; min-width: 0; }
      .name b { flex: none; max-width: 70%; font-weight: 600; }
      .under { grid-column: 2 / -1; display: flex; gap: 0.8rem; font-size: 0.87em; }
      .under .path { flex: 0 1 auto; }
      .under .path + .clip { flex: 1 1 0; }
      mark { background: var(--mark); color: inherit; border-radius: 2px; }
      footer { padding: 0.35rem 0.8rem; border-top: 1px solid var(--line); font-size: 0.85em; color: var(--dim); }
      .none { padding: 0.8rem; }
      @media (max-width: 720px) { .list { inset-inline: 0; max-height: 60dvh; } .box kbd { display: none; } }
    `,
  ];

  @local() private open = false;
  @local() private answer: SearchResults | undefined;
  @local() private active = 0;
  @query("input") private input!: HTMLInputElement;
  #timer = 0;
  #turn = 0;
  #searched = "";

  constructor() {
    super();
    new StoreController(this);
  }

  override focus(): void {
    this.input.focus();
    this.input.select();
    this.#show();
  }

  override firstUpdated(): void {
    this.input.value = state.route.query ?? "";
    if (this.input.value && !state.route.file && !state.route.symbol) this.#show();
  }

  protected override updated(): void {
    const { query = "" } = state.route;
    if (this.renderRoot.querySelector("input:focus") === null && this.input.value !== query) this.input.value = query;
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  override render(): TemplateResult {
    const shown = this.open && this.answer !== undefined;
    const hits = this.answer?.hits ?? [];
    return html`
      <div class="box" @focusout=${this.#leave}>
        <span aria-hidden="true" class="dim">⌕</span>
        <input
          type="text"
          role="combobox"
          placeholder="Search symbols and files"
          aria-label="Search symbols and files"
          aria-expanded=${shown}
          aria-controls="results"
          aria-autocomplete="list"
          aria-activedescendant=${shown && hits.length ? `hit-${this.active}` : nothing}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="search"
          @input=${this.#typed}
          @focus=${this.#show}
          @keydown=${this.#press}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      ${shown && this.answer ? this.#list(this.answer) : html`<div id="results" role="listbox" aria-label="Results" hidden></div>`}
      <div class="visually-hidden" role="status">${shown ? count(hits.length, "result") : ""}</div>
    `;
  }

  /** What scrolls would be a stop of the Tab key, one that is gone as soon as the box is left: hence its `tabindex`. */
  #list({ hits, page: { total }, ranking }: SearchResults): TemplateResult {
    return html`
      <div class="list" @mousedown=${(event: Event) => event.preventDefault()}>
        ${hits.length ? nothing : html`<p class="none">Nothing in ${state.name} answers to that.</p>`}
        <div id="results" role="listbox" aria-label="Results" tabindex="-1">${hits.map((hit, i) => this.#hit(hit, i))}</div>
        <footer>
          ${total > hits.length ? `${hits.length} of ${count(total, "match", "matches")}` : count(total, "match", "matches")} · by ${ranking.lane}: ${ranking.reason}${ranking.queryCut ? " · some words were left out" : nothing}
        </footer>
      </div>
    `;
  }

  #hit({ origin, preview, ...node }: SearchHit, at: number): TemplateResult {
    return html`
      <div id="hit-${at}" role="option" aria-selected=${at === this.active} @click=${() => this.#choose(node)} @mousemove=${() => (this.active = at)}>
        ${badge(node.kind)}
        <span class="name"><b class="clip">${marked(node.name, this.#searched)}</b><span class="dim clip">${around(node)}</span></span>
        <span class="pill" title="Why it is here">${ORIGINS[origin] ?? origin}</span>
        <span class="under dim">
          <span class="path clip">${node.path}${node.startLine > 1 || isSymbol(node) ? `:${node.startLine}` : ""}</span>
          ${preview && preview !== node.signature ? html`<span class="clip">${preview}</span>` : node.signature ? html`<code class="clip">${node.signature}</code>` : nothing}
        </span>
      </div>
    `;
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#search(), DELAY);
  }

  #show(): void {
    this.open = true;
    if (this.input.value && this.input.value !== this.#searched) void this.#search();
  }

  #leave(): void {
    this.open = false;
    const text = this.input.value.trim();
    if (text !== (state.route.query ?? "")) go({ ...state.route, query: text || undefined }, { replace: true });
  }

  /** Asks; an answer that comes after a newer question is dropped. */
  async #search(): Promise<void> {
    const text = this.input.value.trim();
    const turn = ++this.#turn;
    this.#searched = text;
    this.open = true;
    if (!text) {
      this.answer = undefined;
      return;
    }
    try {
      const answer = await map()?.search(text, LIMIT);
      if (turn !== this.#turn) return;
      this.answer = answer;
      this.active = 0;
    } catch (error) {
      fail(error);
    }
  }

  #choose(node: NodeInfo): void {
    const query = this.input.value.trim() || undefined;
    this.open = false;
    if (isSymbol(node)) go({ file: node.path, line: node.startLine, symbol: node.id, query });
    else go({ file: node.path, query });
    // Given up for the place that was chosen to take.
    this.input.blur();
  }

  #press(event: KeyboardEvent): void {
    const hits = this.answer?.hits ?? [];
    const last = hits.length - 1;
    switch (event.key) {
      case "ArrowDown": this.active = this.open ? Math.min(last, this.active + 1) : this.active; this.open = true; break;
      case "ArrowUp": this.active = Math.max(0, this.active - 1); break;
      case "Enter": {
        clearTimeout(this.#timer);
        void this.#enter();
        break;
      }
      case "Escape":
        if (this.open && this.answer) this.open = false;
        else this.input.blur();
        break;
      default: return;
    }
    event.preventDefault();
  }

  /** Enter means what is in the box, even if its answer is still to come. */
  async #enter(): Promise<void> {
    if (this.input.value.trim() !== this.#searched) await this.#search();
    const hit = this.answer?.hits[this.active];
    if (hit) this.#choose(hit);
  }
}

/** `name` with the parts that the words of `text` say. */
function marked(name: string, text: string): (string | TemplateResult)[] {
  const words = text.split(/[^\p{L}\p{N}_$]+/u).filter(Boolean);
  const told = words.length > 1 ? words.filter((word) => word.length > 1) : words;
  if (!told.length) return [name];
  // Words hold letters, digits, `_` and `$`; only the last means something in a pattern.
  const longest = told.toSorted((a, b) => b.length - a.length).map((word) => word.replaceAll("$", "\\$"));
  return name.split(new RegExp(`(${longest.join("|")})`, "iu")).map((part, i) => (i % 2 ? html`<mark>${part}</mark>` : part));
}
