/** What the page knows. Components read it and are drawn again when it changes; `actions.ts` changes it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Kept } from "./kept.js";
import { type Route, current } from "./router.js";
import type { Failure, FileView, FolderView, NodeView, Progress, SourceInput, Summary } from "./types.js";

/** A source on its way. */
export interface Opening {
  name: string;
  /** When it began, as `performance.now()` says. */
  since: number;
  progress: Progress | undefined;
}

export interface State {
  route: Route;
  stage: "start" | "opening" | "open";
  /** The source that is being opened; what is open stays as it is until that is mapped. */
  opening: Opening | undefined;
  /** Name of the open map. */
  name: string;
  summary: Summary | undefined;
  place: FileView | FolderView | undefined;
  node: NodeView | undefined;
  failure: Failure | undefined;
  /** What was being opened when it failed or was cancelled, and where it was to lead. */
  retry: { source: SourceInput; route: Route } | undefined;
  /** A passing remark. */
  notice: string;
  kept: Kept[];
}

export const state: Readonly<State> = {
  route: current(),
  stage: "start",
  opening: undefined,
  name: "",
  summary: undefined,
  place: undefined,
  node: undefined,
  failure: undefined,
  retry: undefined,
  notice: "",
  kept: [],
};

const changes = new EventTarget();

/** Changes the state and draws what shows it. */
export function set(change: Partial<State>): void {
  Object.assign(state, change);
  changes.dispatchEvent(new Event("change"));
}

/** Draws a component again whenever the state changes. */
export class StoreController implements ReactiveController {
  readonly #draw: () => void;

  constructor(host: ReactiveControllerHost) {
    this.#draw = () => host.requestUpdate();
    host.addController(this);
  }

  hostConnected(): void {
    changes.addEventListener("change", this.#draw);
  }

  hostDisconnected(): void {
    changes.removeEventListener("change", this.#draw);
  }
}
