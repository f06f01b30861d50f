/** Keys that work anywhere in the page. */

const KEY = "waymark-character-keys";

/** Whether `/` and `?` work; they can be switched off for those who dictate. */
export function characterKeys(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function setCharacterKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
}

export function listenForKeys(does: { search: () => void; help: () => void }): void {
  addEventListener("keydown", (event) => {
    const action = actionOf(event);
    if (!action || event.defaultPrevented) return;
    event.preventDefault();
    does[action]();
  });
}

function actionOf(event: KeyboardEvent): "search" | "help" | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return "search";
  if (event.ctrlKey || event.metaKey || event.altKey || !characterKeys() || types(event)) return undefined;
  if (event.key === "/") return "search";
  return event.key === "?" ? "help" : undefined;
}

/** Whether the key goes into a text field. The code is read-only, so keys there are free. */
function types(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input:not([type=checkbox]), textarea, select") || (target.isContentEditable && !target.closest("[aria-readonly=true]"));
}
