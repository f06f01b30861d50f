/** What the map holds, what was left out and why, and where to begin. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import type { Count } from "waymark";
import { go } from "../actions.js";
import { badge, base, count, duration, size } from "../shared.js";
import { StoreController, state } from "../store.js";
import type { LeftOut, Summary } from "../types.js";

/** Why files are not there, for a person. */
const REASONS: Readonly<Record<string, string>> = {
  "ignored-by-gitignore": "ignored by .gitignore",
  "ignored-by-waymarkignore": "ignored by .waymarkignore",
  "default-skip": "dependencies, build results, caches",
  excluded: "excluded by an option",
  binary: "binary",
  "utf-16": "UTF-16 text",
  minified: "minified",
  generated: "generated",
  "too-large": "too large",
  link: "links",
  "special-file": "devices and pipes",
  unreadable: "could not be read",
  damaged: "damaged in the archive",
  limit: "beyond the limit on files or bytes",
  "unsafe-path": "unsafe path",
  "refused-name": "names that this browser refuses",
  "duplicate-path": "path given twice",
  "language-not-selected": "language not selected",
  "syntax-error": "syntax errors: something may be missing",
};

@customElement("waymark-overview")
export class Overview extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; overflow: auto; grid-row: 1 / -1; background: var(--bg); }
      article { max-width: 56rem; margin: 0 auto; padding: 1.6rem 1.2rem 3rem; display: grid; gap: 1.4rem; }
      h1 { font-size: 1.7rem; letter-spacing: -0.01em; overflow-wrap: anywhere; }
      h1:focus-visible { outline: 0; }
      .numbers { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      .numbers div { flex: 1 0 auto; min-width: 5.4rem; padding: 0.7rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
      .numbers dd { font-size: 1.2rem; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .numbers dt { color: var(--dim); font-size: 0.88em; }
      .numbers div { display: flex; flex-direction: column-reverse; }
      .empty { padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--warn); border-radius: 10px; background: var(--panel); }
      .cards { columns: 19rem; column-gap: 1rem; }
      section { break-inside: avoid; margin-bottom: 1rem; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); min-width: 0; }
      section h2 { font-size: 0.98rem; margin-bottom: 0.5rem; }
      .bars li { display: grid; grid-template-columns: 6.6rem 1fr 3.4rem; gap: 0.6rem; align-items: center; padding: 0.1rem 0; }
      .bars .rest { display: block; }
      .bar { height: 8px; border-radius: 5px; background: var(--sunken); }
      .bar span { display: block; height: 100%; min-width: 2px; border-radius: inherit; background: var(--accent); }
      .right { text-align: end; font-variant-numeric: tabular-nums; }
      section h2 small { font-weight: 400; }
      .central button { display: flex; gap: 0.5rem; align-items: baseline; width: 100%; padding: 0.15rem 0.3rem; text-align: start; }
      .central b { flex: none; max-width: 60%; font-weight: 550; }
      details + details { border-top: 1px solid var(--line); }
      summary { display: flex; gap: 0.6rem; justify-content: space-between; padding: 0.3rem 0; cursor: pointer; }
      summary::before { content: "▸"; color: var(--dim); }
      details[open] > summary::before { content: "▾"; }
      summary span:first-of-type { flex: 1; }
      details li { padding: 0.1rem 0 0.1rem 1.2rem; overflow-wrap: anywhere; }
      details li:last-child { padding-bottom: 0.5rem; }
    `,
  ];

  constructor() {
    super();
    new StoreController(this);
  }

  override focus(): void {
    this.renderRoot.querySelector("h1")?.focus();
  }

  override render(): TemplateResult {
    const { summary } = state;
    return summary ? this.#all(summary) : html``;
  }

  #all(summary: Summary): TemplateResult {
    return html`
      <article>
        <div>
          <h1 tabindex="-1">${state.name}</h1>
          <p class="dim">Ready in ${duration(summary.milliseconds)}, in this page. Search with <kbd>/</kbd>, or open a file on the left.</p>
        </div>
        ${summary.symbols ? nothing : html`<p class="empty">${emptiness(summary)}</p>`}
        <dl class="numbers">
          ${number(summary.files, "files")}${number(summary.lines, "lines")}${number(summary.symbols, "symbols")}${number(summary.edges, "links")}
          <div><dt>source text</dt><dd>${size(summary.bytes)}</dd></div>
        </dl>
        <div class="cards">
          ${summary.central.length ? this.#central(summary) : nothing}
          ${summary.files ? this.#bars(summary) : nothing}
          ${this.#lefts("Left out", summary.skipped, "Nothing was left out of what was opened.")}
          ${this.#lefts("Remarks of the build", summary.problems, "No remarks.")}
          ${summary.packages.length ? this.#packages(summary) : nothing}
        </div>
      </article>
    `;
  }

  #central({ central }: Summary): TemplateResult {
    return html`
      <section>
        <h2>Where to begin <small class="dim">most depended on</small></h2>
        <ul class="central">
          ${central.map(
            (node) => html`
              <li>
                <button class="plain" title=${node.signature ?? node.id} @click=${() => go({ file: node.path, line: node.startLine, symbol: node.id })}>
                  ${badge(node.kind)}<b class="clip">${node.name}</b><span class="dim clip">${node.path}</span>
                </button>
              </li>
            `,
          )}
        </ul>
      </section>
    `;
  }

  #bars({ languages, kinds, provenances, absences }: Summary): TemplateResult {
    return html`
      ${bars("Files by language", languages)}
      ${bars("Symbols by kind", kinds.filter(({ name }) => !["file", "directory", "repository"].includes(name)))}
      ${bars("What links rest on", provenances)}
      ${bars("Uses without a link", absences)}
    `;
  }

  #packages({ packages }: Summary): TemplateResult {
    return html`
      <section>
        <h2>Packages</h2>
        <ul>${packages.map(({ name, path, ecosystem }) => html`<li><button class="link" @click=${() => go({ file: path })}>${name}</button> <span class="dim">${ecosystem}</span></li>`)}</ul>
      </section>
    `;
  }

  #lefts(title: string, rows: readonly LeftOut[], none: string): TemplateResult {
    return html`
      <section>
        <h2>${title}</h2>
        ${rows.length
          ? rows.map(
              ({ reason, count, floor, examples }) => html`
                <details>
                  <summary><span>${REASONS[reason] ?? reason.replaceAll("-", " ")}</span><span class="right">${count.toLocaleString("en")}${floor ? "+" : ""}</span></summary>
                  <ul>${examples.map((example) => html`<li>${place(example, title === "Left out")}</li>`)}${examples.length < count ? html`<li class="dim">and more</li>` : nothing}</ul>
                </details>
              `,
            )
          : html`<p class="dim">${none}</p>`}
      </section>
    `;
  }
}

/** Why there is nothing to search. */
function emptiness({ files, languages, skipped }: Summary): string {
  if (languages.some(({ name }) => name !== "none")) return "No code was found: the files that were read define nothing.";
  if (files) return "No code was found: no file that was read is in a language that Waymark knows.";
  return skipped.length ? "Nothing was indexed: all that is here was left out, for the reasons below." : "Nothing was indexed: there are no files here.";
}

function number(value: number, name: string): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${value.toLocaleString("en")}</dd></div>`;
}

function bars(title: string, counts: readonly Count[]): TemplateResult {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return html`
    <section>
      <h2>${title}</h2>
      <ul class="bars">
        ${counts.slice(0, 12).map(
          ({ name, count }) => html`
            <li>
              <span class="clip">${name === "none" ? "no language" : name.replaceAll("-", " ")}</span>
              <span class="bar"><span .style=${`width: ${(count / most) * 100}%`}></span></span>
              <span class="right">${count.toLocaleString("en")}</span>
            </li>
          `,
        )}
        ${counts.length > 12 ? html`<li class="rest dim">and ${count(counts.length - 12, "more kind", "more kinds")}</li>` : nothing}
        ${counts.length ? nothing : html`<li class="rest dim">none</li>`}
      </ul>
    </section>
  `;
}

/** A path, or `path:line`, that opens; what was left out has nothing to open. */
function place(example: string, absent: boolean): TemplateResult {
  const [, path = example, line] = /^(.*?)(?::(\d+))?(?:: .*)?$/.exec(example) ?? [];
  if (absent || !path.includes(".")) return html`<span class="mono dim">${example}</span>`;
  return html`<button class="link mono" @click=${() => go({ file: path, line: line ? Number(line) : undefined })}>${example}</button>`;
}
