/** The address is the state: what is shown follows from it, and every change of place goes through it. */

export interface Route {
  /** Same-origin address of an archive to open. */
  source?: string | undefined;
  /** Id of a kept map. */
  map?: string | undefined;
  /** Path of the open file or folder. */
  file?: string | undefined;
  /** First and last selected line, 1-based. */
  line?: number | undefined;
  end?: number | undefined;
  /** Id of the selected symbol. */
  symbol?: string | undefined;
  /** What is searched for. */
  query?: string | undefined;
}

type Listener = (route: Route) => void;
const listeners = new Set<Listener>();

/** The route that the address says. */
export function current(): Route {
  return parse(location.search);
}

export function parse(search: string): Route {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) || undefined;
  const [line, end] = (params.get("line") ?? "").split("-").map(positive);
  return {
    source: text("source"),
    map: text("map"),
    file: text("file"),
    line,
    end: end !== undefined && line !== undefined && end > line ? end : undefined,
    symbol: text("symbol"),
    query: text("q"),
  };
}

export function format(route: Route): string {
  const params: [string, string | undefined][] = [
    ["source", route.source],
    ["map", route.map],
    ["file", route.file],
    ["line", lines(route)],
    ["symbol", route.symbol],
    ["q", route.query],
  ];
  const said = params.filter((param): param is [string, string] => !!param[1]);
  // Slashes and colons are plain in a query; escaped they make paths unreadable.
  const readable = (text: string) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%3A/g, ":");
  return said.length ? `?${said.map(([name, value]) => `${name}=${readable(value)}`).join("&")}` : location.pathname;
}

/** Goes to `route`; a new entry of the history unless `replace` is set or nothing changed. */
export function go(route: Route, options: { replace?: boolean } = {}): void {
  const address = format(route);
  if (options.replace || address === location.search) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  tell();
}

/** The whole address of `route`, to be copied. */
export function permalink(route: Route): string {
  return new URL(format(route), location.href).href;
}

/** Calls `listener` at every change of the address. */
export function onRoute(listener: Listener): void {
  listeners.add(listener);
}

function tell(): void {
  const route = current();
  for (const listener of listeners) listener(route);
}

function lines({ line, end }: Route): string | undefined {
  return line === undefined ? undefined : (end ? `${line}-${end}` : String(line));
}

function positive(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

addEventListener("popstate", tell);
