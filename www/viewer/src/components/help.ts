/** Keys, and what the words mean. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, query } from "lit/decorators.js";
import { characterKeys, setCharacterKeys } from "../keys.js";
import { base } from "../shared.js";

const KEYS: readonly (readonly [keys: string[], does: string])[] = [
  [["/", "Ctrl K", "⌘ K"], "Search symbols and files"],
  [["↑", "↓", "Enter"], "Choose a result, a file of the tree, a line of the outline"],
  [["←", "→"], "Close and open a folder of the tree"],
  [["Enter", "F12"], "In the code: go to the definition of the name at the cursor"],
  [["Ctrl F", "⌘ F"], "In the code: find in the file"],
  [["Alt ←", "Alt →"], "Back and forward"],
  [["Esc"], "Close"],
  [["?"], "This help"],
];

@customElement("waymark-help")
export class Help extends LitElement {
  static override styles = [
    base,
    css`
      dialog { width: min(38rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 2rem); overflow: auto; padding: 1.2rem 1.4rem; border: 1px solid var(--line); border-radius: 14px; background: var(--raised); color: var(--text); box-shadow: var(--shadow); }
      dialog::backdrop { background: #0007; }
      header { display: flex; justify-content: space-between; align-items: center; margin-bottom: 0.6rem; }
      dl { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 1rem; align-items: baseline; margin-bottom: 1rem; }
      dt { display: flex; flex-wrap: wrap; gap: 0.3rem; }
      h3 { margin: 0.8rem 0 0.3rem; font-size: 0.95rem; }
      p + p { margin-top: 0.5rem; }
      label { display: flex; gap: 0.5rem; align-items: center; }
      @media (max-width: 480px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.3rem; } }
    `,
  ];

  @query("dialog") private dialog!: HTMLDialogElement;

  show(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  override render(): TemplateResult {
    return html`
      <dialog aria-labelledby="title" @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}>
        <header>
          <h2 id="title">Help</h2>
          <button class="plain" aria-label="Close" @click=${() => this.dialog.close()}>✕</button>
        </header>
        <dl>${KEYS.map(([keys, does]) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${does}</dd>`)}</dl>
        <label>
          <input type="checkbox" .checked=${characterKeys()} @change=${(event: Event) => setCharacterKeys((event.target as HTMLInputElement).checked)} />
          <span><kbd>/</kbd> and <kbd>?</kbd> work without a modifier</span>
        </label>
        <h3>How sure is a link?</h3>
        <p>
          Every caller and callee says what it rests on: <b>import</b> and <b>scope</b> were looked up, <b>local-type</b> or
          <b>return-type</b> followed what an expression evaluates to, <b>unique</b> is the only definition of that name. The
          percentage is how far to trust it; “one of 3” means that three definitions fit and none is preferred.
        </p>
        <p>What could not be resolved is no link, but counted with its reason: external, declined, filtered, dynamic, unparsed.</p>
        <h3>Where does my code go?</h3>
        <p>Nowhere. It is read, parsed and kept inside this browser. The page has no server side and asks for nothing from other sites.</p>
      </dialog>
    `;
  }
}
