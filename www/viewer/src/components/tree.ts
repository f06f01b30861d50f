/** Files and folders. Folders load when they open; only the rows in view are drawn. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state as local } from "lit/decorators.js";
import type { NodeInfo } from "waymark";
import { fail, go, map } from "../actions.js";
import type { Engine } from "../engine.js";
import { base } from "../shared.js";
import { StoreController, state } from "../store.js";

const ROW = 24;
/** Rows that are drawn beyond the edges. */
const MARGIN = 12;

interface Row {
  node: NodeInfo;
  level: number;
  position: number;
  siblings: number;
}

@customElement("waymark-tree")
export class Tree extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; height: 100%; }
      .tree { height: 100%; overflow: auto; background: var(--panel); padding: 0.4rem 0; }
      .all { position: relative; min-width: 100%; }
      .row { position: absolute; inset-inline: 0; display: flex; align-items: center; gap: 0.35rem; height: 24px; padding-inline-end: 0.5rem; cursor: pointer; white-space: nowrap; }
      .row:hover { background: var(--sunken); }
      .row[aria-selected="true"] { background: var(--accent-soft); font-weight: 600; }
      .row.faint { color: var(--dim); }
      .mark { flex: none; width: 1em; text-align: center; color: var(--dim); font-size: 0.8em; }
      .tree:focus-visible { outline: none; }
      .tree:focus-visible .row.active { outline: 2px solid var(--focus); outline-offset: -2px; }
    `,
  ];

  @local() private rows: readonly Row[] = [];
  @local() private active = ".";
  @local() private top = 0;
  @local() private height = 600;
  @query(".tree") private scroller!: HTMLElement;
  #engine: Engine | undefined;
  #revealed = "";
  #typed = "";
  #typedAt = 0;
  readonly #children = new Map<string, readonly NodeInfo[]>();
  readonly #expanded = new Set<string>();

  constructor() {
    super();
    new StoreController(this);
  }

  override firstUpdated(): void {
    new ResizeObserver(([entry]) => (this.height = entry?.contentRect.height ?? this.height)).observe(this.scroller);
  }

  protected override willUpdate(): void {
    const engine = map();
    if (engine && engine !== this.#engine) {
      this.#engine = engine;
      this.#children.clear();
      this.#expanded.clear();
      this.#revealed = "";
      void this.#load(".");
    }
    const path = state.place?.node.path ?? "";
    if (path !== this.#revealed && this.#children.has(".")) {
      this.#revealed = path;
      if (path) void this.#reveal(path);
    }
  }

  override render(): TemplateResult {
    const first = Math.max(0, Math.floor(this.top / ROW) - MARGIN);
    const last = Math.ceil((this.top + this.height) / ROW) + MARGIN;
    const shown = this.rows.slice(first, last);
    const active = shown.findIndex(({ node }) => node.id === this.active);
    return html`
      <div
        class="tree"
        role="tree"
        tabindex="0"
        aria-label="Files"
        aria-activedescendant=${active < 0 ? nothing : `row-${first + active}`}
        @scroll=${() => (this.top = this.scroller.scrollTop)}
        @keydown=${this.#press}
      >
        <div class="all" role="none" .style=${`height: ${this.rows.length * ROW}px`}>${shown.map((row, i) => this.#row(row, first + i))}</div>
      </div>
    `;
  }

  #row({ node, level, position, siblings }: Row, at: number): TemplateResult {
    const folder = node.kind !== "file";
    const expanded = this.#expanded.has(node.id);
    const faint = node.tier !== undefined && node.tier !== "product";
    return html`
      <div
        id="row-${at}"
        class="row ${node.id === this.active ? "active" : ""} ${faint ? "faint" : ""}"
        role="treeitem"
        aria-level=${level}
        aria-posinset=${position}
        aria-setsize=${siblings}
        aria-selected=${node.id === state.place?.node.path}
        aria-expanded=${folder ? expanded : nothing}
        title=${node.path}
        .style=${`top: ${at * ROW}px; padding-inline-start: ${level * 14 - 6}px`}
        @click=${() => this.#choose(node)}
      >
        <span class="mark" aria-hidden="true">${folder ? (expanded ? "▾" : "▸") : ""}</span>
        <span class="clip">${node.name}</span>
      </div>
    `;
  }

  #choose(node: NodeInfo): void {
    this.active = node.id;
    if (node.kind === "file") go({ file: node.path });
    else void this.#toggle(node.id);
  }

  async #toggle(id: string): Promise<void> {
    if (this.#expanded.delete(id)) return this.#arrange();
    this.#expanded.add(id);
    await this.#load(id);
  }

  async #load(id: string): Promise<void> {
    const engine = this.#engine;
    try {
      if (engine && !this.#children.has(id)) {
        const { children } = await engine.folder(id);
        if (engine !== this.#engine) return;
        this.#children.set(id, children);
      }
      this.#arrange();
    } catch (error) {
      fail(error);
    }
  }

  #arrange(): void {
    const rows: Row[] = [];
    const add = (id: string, level: number) => {
      const children = this.#children.get(id) ?? [];
      for (const [i, node] of children.entries()) {
        rows.push({ node, level, position: i + 1, siblings: children.length });
        if (this.#expanded.has(node.id)) add(node.id, level + 1);
      }
    };
    add(".", 1);
    this.rows = rows;
    if (!rows.some(({ node }) => node.id === this.active)) this.active = rows[0]?.node.id ?? ".";
  }

  /** Opens the folders around `path` and scrolls to it. */
  async #reveal(path: string): Promise<void> {
    const parts = path.split("/");
    for (let i = 1; i < parts.length; i += 1) {
      const folder = parts.slice(0, i).join("/");
      this.#expanded.add(folder);
      await this.#load(folder);
    }
    this.active = path;
    await this.updateComplete;
    this.#scrollTo(path);
  }

  #scrollTo(id: string): void {
    const at = this.rows.findIndex(({ node }) => node.id === id) * ROW;
    if (at >= this.scroller.scrollTop && at + ROW * 2 <= this.scroller.scrollTop + this.height) return;
    if (at >= 0) this.scroller.scrollTop = at - this.height / 2;
  }

  #press(event: KeyboardEvent): void {
    const at = this.rows.findIndex(({ node }) => node.id === this.active);
    const row = this.rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const open = this.#expanded.has(row.node.id);
    const folder = row.node.kind !== "file";
    const parent = () => this.rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
    switch (event.key) {
      case "ArrowDown": this.#move(at + 1); break;
      case "ArrowUp": this.#move(at - 1); break;
      case "Home": this.#move(0); break;
      case "End": this.#move(this.rows.length - 1); break;
      case "PageDown": this.#move(Math.min(this.rows.length - 1, at + Math.floor(this.height / ROW))); break;
      case "PageUp": this.#move(Math.max(0, at - Math.floor(this.height / ROW))); break;
      case "ArrowRight": if (folder && !open) void this.#toggle(row.node.id); else if (folder) this.#move(at + 1); break;
      case "ArrowLeft": if (folder && open) void this.#toggle(row.node.id); else this.#move(parent()); break;
      case "Enter": case " ": this.#choose(row.node); break;
      default: if (!this.#type(event.key, at)) return;
    }
    event.preventDefault();
  }

  /** Goes to the next row whose name begins with what was typed of late. */
  #type(key: string, at: number): boolean {
    if (key.length !== 1 || "/?".includes(key)) return false;
    this.#typed = (performance.now() - this.#typedAt < 700 ? this.#typed : "") + key.toLowerCase();
    this.#typedAt = performance.now();
    const from = this.#typed.length > 1 ? at : at + 1;
    const ordered = [...this.rows.slice(from), ...this.rows.slice(0, from)];
    const found = ordered.find(({ node }) => node.name.toLowerCase().startsWith(this.#typed));
    if (found) this.#move(this.rows.indexOf(found));
    return true;
  }

  #move(at: number): void {
    const row = this.rows[at];
    if (!row) return;
    this.active = row.node.id;
    this.#scrollTo(this.active);
  }
}
