/** Light, dark, or as the system has it. `public/theme.js` applies the choice before the first paint. */

export type Theme = "system" | "light" | "dark";
const KEY = "waymark-theme";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

export function theme(): Theme {
  const chosen = localStorage.getItem(KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Chooses the next theme and answers it. */
export function nextTheme(): Theme {
  const next = ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length] ?? "system";
  if (next === "system") {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(KEY, next);
    document.documentElement.dataset["theme"] = next;
  }
  return next;
}
