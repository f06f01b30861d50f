/** What a person can do. */
import { Engine } from "./engine.js";
import { failureOf } from "./errors.js";
import * as kept from "./kept.js";
import { treeName } from "./pick.js";
import { refusedBelow } from "./refused.js";
import { type Route, current, go as goTo, onRoute } from "./router.js";
import { set, state } from "./store.js";
import type { SourceInput, Summary } from "./types.js";

/** A map and the name it has in the address. */
interface Held {
  engine: Engine;
  key: string;
}

/** A map on its way. */
interface Opening extends Held {
  source: SourceInput;
  route: Route;
}

let held: Held | undefined;
let opening: Opening | undefined;
let arrived = false;

/** The open map. */
export function map(): Engine | undefined {
  return held?.engine;
}

/** Whether a place has come that takes the focus, should drawing it have taken that away; told once. */
export function arrival(): boolean {
  const told = arrived;
  arrived = false;
  return told;
}

/** Starts the page: whatever the address names is opened. */
export async function start(): Promise<void> {
  onRoute((route) => void follow(route));
  set({ kept: await kept.list() });
  await follow(current());
}

/** Goes to another place of the open map. */
export function go(to: Omit<Route, "source" | "map">, options: { replace?: boolean } = {}): void {
  const { source, map, query } = state.route;
  goTo({ source, map, query, ...to }, options);
}

/** Goes to the first screen; the map stays open behind it. */
export function leave(): void {
  goTo({});
}

/** Opens `source` and goes there, to the place that `route` names. */
export async function open(source: SourceInput, route: Route = {}): Promise<void> {
  drop();
  const key = source.kind === "url" ? source.url : source.kind === "kept" ? source.id : kept.newId();
  const next: Opening = { engine: new Engine(), key, source, route };
  opening = next;
  const shown = { name: source.name, since: performance.now() };
  set({ stage: "opening", opening: { ...shown, progress: undefined }, failure: undefined, retry: undefined, notice: "" });
  try {
    const summary = await next.engine.open(resolved(source), (progress) => {
      if (opening === next) set({ opening: { ...shown, progress } });
    });
    if (opening !== next) return;
    held?.engine.close();
    held = next;
    opening = undefined;
    set({ name: source.name, summary, place: undefined, node: undefined, opening: undefined });
    const address = source.kind === "url" ? { ...route, source: source.url } : { ...route, map: key };
    goTo(address, { replace: keyOf(state.route) === key });
    if (source.kind === "directory") void tellRefused(next, source.handle);
    if (source.kind !== "url" && source.kind !== "kept") await keep(next, source.name, summary);
  } catch (error) {
    if (opening !== next) return;
    drop();
    const { code, message } = failureOf(error);
    set({ stage: rest(), failure: { code, message: `${source.name} could not be opened: ${message}` }, retry: { source, route } });
  }
}

/** Adds what the browser refused of the folder `root`, as far as the map `of` it goes; what cannot be listed is not told. */
async function tellRefused(of: Held, root: FileSystemDirectoryHandle): Promise<void> {
  const folders = async (path: string) => new Set((await of.engine.folder(path)).children.filter(({ kind }) => kind !== "file").map(({ id }) => id));
  const refused = await refusedBelow(root, folders).catch(() => undefined);
  const { summary } = state;
  if (refused && summary && held === of) set({ summary: { ...summary, skipped: [...summary.skipped, refused] } });
}

/** Opens what `pick` answers, if it answers something. */
export async function choose(pick: () => Promise<SourceInput | undefined>): Promise<void> {
  try {
    const source = await pick();
    if (source) await open(source);
  } catch (error) {
    fail(error);
  }
}

/** The worker has an address of its own: what is relative means this page's. */
function resolved(source: SourceInput): SourceInput {
  return source.kind === "url" ? { ...source, url: new URL(source.url, location.href).href } : source;
}

/** Stops opening; what was open before stays, and so does the address: a reload opens what it names. */
export function cancel(): void {
  if (!opening) return;
  const { source, route } = opening;
  drop();
  set({ stage: rest(), notice: "Cancelled; nothing was kept.", retry: { source, route } });
}

/** Ends what is on its way. */
function drop(): void {
  opening?.engine.close();
  opening = undefined;
  set({ opening: undefined });
}

/** The stage while nothing is on its way: the map that is open if the address names it, else the first screen. */
function rest(): "open" | "start" {
  return held && held.key === keyOf(state.route) ? "open" : "start";
}

/** Opens again what could not be opened, or was cancelled. */
export async function retry(): Promise<void> {
  if (state.retry) await open(state.retry.source, state.retry.route);
}

/** Deletes a kept map. */
export async function forget(id: string): Promise<void> {
  await kept.remove(id);
  set({ kept: await kept.list() });
}

/** Takes the message away. */
export function dismiss(): void {
  set({ failure: undefined, notice: "", retry: undefined });
}

/** Says something in passing. */
export function notify(notice: string): void {
  set({ notice });
}

/** Shows what went wrong; the address stays, so that a reload comes back here. */
export function fail(error: unknown): void {
  const failure = failureOf(error);
  if (failure.code !== "closed") set({ failure });
}

/** Writes the map where the browser keeps it; a failure to is told and harmless. */
async function keep(from: Held, name: string, summary: Summary): Promise<void> {
  try {
    await kept.add({ id: from.key, name, files: summary.files, symbols: summary.symbols }, await from.engine.snapshot());
    set({ kept: await kept.list() });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "closed") set({ notice: `This map is not kept for later: ${failure.message}` });
  }
}

function keyOf(route: Route): string | undefined {
  return route.source ?? route.map;
}

/** Shows what `route` names. */
async function follow(route: Route): Promise<void> {
  const key = keyOf(route);
  set({ route, notice: "", retry: undefined });
  if (opening && opening.key !== key) drop();
  if (opening) return;
  if (!key) return set({ stage: "start" });
  if (held && held.key === key) {
    set({ stage: "open" });
    return show(held, route);
  }
  const source = sourceOf(route);
  if ("failure" in source) return set({ stage: "start", failure: source.failure });
  await open(source, route);
}

function sourceOf(route: Route): SourceInput | { failure: { code: string; message: string } } {
  if (route.source) {
    const url = URL.canParse(route.source, location.href) ? new URL(route.source, location.href) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return { failure: { code: "invalid-source", message: `${route.source} is no address of an archive on this page's server.` } };
    if (url.origin === location.origin) return { kind: "url", url: route.source, name: nameOf(url) };
    return { failure: { code: "foreign-source", message: `${url.origin} is another site. This page opens only what its own server offers; download the archive and drop it here.` } };
  }
  const known = state.kept.find(({ id }) => id === route.map);
  if (known) return { kind: "kept", id: known.id, name: known.name };
  return { failure: { code: "not-kept", message: "The map that the address names is not kept in this browser. Open its folder or archive again." } };
}

function nameOf(url: URL): string {
  const file = url.pathname.split("/").pop() ?? "";
  return url.searchParams.get("name") ?? (treeName(decoded(file)) || "source");
}

/** What is no escaped text stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let turn = 0;

/** Loads the place and the node that `route` names, unless they are shown already. */
async function show({ engine }: Held, route: Route): Promise<void> {
  const mine = ++turn;
  const focused = document.activeElement !== document.body;
  const path = route.file ?? route.symbol?.split("::")[0];
  const id = route.symbol ?? path;
  try {
    if (!path) set({ place: undefined });
    else if (state.place?.node.path !== path) {
      const place = await engine.file(path);
      if (mine !== turn) return;
      set({ place });
    }
    if (!id) set({ node: undefined });
    else if (state.node?.node.id !== id) {
      const node = await engine.node(id);
      if (mine !== turn) return;
      set({ node });
    }
    arrived ||= focused;
    set({ failure: undefined });
  } catch (error) {
    if (mine === turn) fail(error);
  }
}
