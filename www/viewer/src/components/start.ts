/** The first screen: what this is, and ways in. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { choose, fail, forget } from "../actions.js";
import type { Kept } from "../kept.js";
import { pickFile, pickFolder } from "../pick.js";
import { go } from "../router.js";
import { base, count, size } from "../shared.js";
import { StoreController, state } from "../store.js";

/** Where the start script and a built page offer something to try. */
export const SAMPLE = "./sample.zip";

@customElement("waymark-start")
export class Start extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; height: 100%; overflow: auto; }
      section { max-width: 46rem; margin: 0 auto; padding: clamp(1.2rem, 6vh, 4rem) 1.2rem 2rem; }
      h1 { font-size: clamp(1.7rem, 4vw, 2.5rem); line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance; }
      .lead { margin: 0.9rem 0 1.6rem; font-size: 1.08rem; color: var(--dim); text-wrap: pretty; }
      .target { display: grid; gap: 1rem; justify-items: center; text-align: center; padding: 2.2rem 1rem; border: 2px dashed var(--line); border-radius: 16px; background: var(--panel); }
      .target strong { font-size: 1.15rem; }
      .ways { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.6rem; }
      .ways button { padding: 0.55em 1.1em; }
      .private { margin-top: 0.9rem; display: flex; gap: 0.5rem; justify-content: center; text-align: center; color: var(--dim); }
      h2 { margin: 2rem 0 0.5rem; }
      li { display: flex; align-items: center; gap: 0.6rem; border-top: 1px solid var(--line); }
      li:last-child { border-bottom: 1px solid var(--line); }
      li .open { flex: 1; display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: 0.6rem 0.2rem; min-width: 0; color: inherit; }
      li .open b { color: var(--accent); }
    `,
  ];

  constructor() {
    super();
    new StoreController(this);
  }

  override render(): TemplateResult {
    return html`
      <section>
        <h1>A map of a source tree, made inside this page</h1>
        <p class="lead">
          Open a repository and see what is defined where, who calls it, and how sure that is. Search by name or in words; follow
          every link to its line.
        </p>
        <div class="target">
          <strong>Drop a folder, a .zip, a .tar.gz or a .waymark snapshot anywhere here</strong>
          <div class="ways">
            <button class="primary" @click=${() => choose(pickFolder)}>Open folder…</button>
            <button title="A .zip, .tar or .tar.gz, or a .waymark snapshot" @click=${() => choose(pickFile)}>Open archive…</button>
            <button @click=${() => go({ source: SAMPLE })}>Open the sample</button>
          </div>
        </div>
        <p class="private">Nothing leaves this page: your code is read and kept in this browser only.</p>
        ${state.kept.length ? this.#recent() : nothing}
      </section>
    `;
  }

  #recent(): TemplateResult {
    const used = state.kept.reduce((sum, { bytes }) => sum + bytes, 0);
    return html`
      <h2>Recent maps <small class="dim">${size(used)} in this browser</small></h2>
      <ul>${state.kept.map((kept) => this.#kept(kept))}</ul>
    `;
  }

  #kept({ id, name, files, symbols, bytes, date }: Kept): TemplateResult {
    return html`
      <li>
        <button class="link open" @click=${() => go({ map: id })}>
          <b>${name}</b>
          <span class="dim">${count(files, "file")} · ${count(symbols, "symbol")} · ${size(bytes)} · ${new Date(date).toLocaleString()}</span>
        </button>
        <button class="plain" aria-label="Delete the map of ${name}" title="Delete" @click=${() => forget(id).catch(fail)}>✕</button>
      </li>
    `;
  }
}
