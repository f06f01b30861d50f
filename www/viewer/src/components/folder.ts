/** What a folder holds. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { go } from "../actions.js";
import { badge, base, count } from "../shared.js";
import type { FolderView } from "../types.js";

@customElement("waymark-folder")
export class Folder extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; overflow: auto; padding: 0.8rem; }
      p { margin: 0 0.4rem 0.6rem; }
      p:focus-visible { outline: 0; }
      li { content-visibility: auto; contain-intrinsic-height: 2rem; }
      li button { display: flex; align-items: center; gap: 0.6rem; width: 100%; border-color: transparent; background: none; text-align: start; padding: 0.3rem 0.4rem; }
      .name { flex: 1; }
    `,
  ];

  @property({ attribute: false }) folder: FolderView | undefined;

  override focus(): void {
    this.renderRoot.querySelector("p")?.focus();
  }

  override render(): TemplateResult {
    const children = this.folder?.children ?? [];
    return html`
      <p class="dim" tabindex="-1">${count(children.length, "entry", "entries")}</p>
      <ul>
        ${children.map(
          (node) => html`
            <li>
              <button @click=${() => go({ file: node.path })}>
                ${badge(node.kind)}<span class="name clip">${node.name}</span>
                <span class="dim">${node.kind === "file" ? `${node.language ?? ""} ${count(node.endLine, "line")}` : ""}</span>
              </button>
            </li>
          `,
        )}
      </ul>
    `;
  }
}
