/** What the page and its worker say to each other, besides the answers of the engine. */
import type { AbsentUse, Calls, Count, Evidence, FetchedNode, LeftOut as LeftOutByEngine, NodeInfo } from "waymark";

/** Where code comes from. */
export type SourceInput =
  | { kind: "url"; url: string; name: string }
  /** An archive or a snapshot. */
  | { kind: "file"; file: File; name: string }
  | { kind: "directory"; handle: FileSystemDirectoryHandle; name: string }
  | { kind: "files"; files: readonly { path: string; file: File }[]; leftOut: readonly LeftOutByEngine[]; name: string }
  | { kind: "kept"; id: string; name: string };

/** How far the opening of a source has come. */
export interface Progress {
  phase: PhaseName;
  done: number;
  /** 0 where nobody knows. */
  total: number;
  path: string;
}

/** The phases as they come; the first two are the page's own. */
export const PHASES = ["load", "fetch", "discover", "extract", "resolve", "index"] as const;
export type PhaseName = (typeof PHASES)[number];

/** Something that was left out, and where first. */
export interface LeftOut {
  reason: string;
  count: number;
  /** Whether whole folders are among them, so that the count is a floor. */
  floor: boolean;
  examples: string[];
}

/** What an index holds, once it is done. */
export interface Summary {
  files: number;
  lines: number;
  bytes: number;
  symbols: number;
  edges: number;
  languages: Count[];
  kinds: Count[];
  provenances: Count[];
  absences: Count[];
  skipped: LeftOut[];
  problems: LeftOut[];
  /** Symbols of the product by rank, those that most depends on first. */
  central: NodeInfo[];
  packages: { name: string; path: string; ecosystem: string }[];
  milliseconds: number;
}

export interface OutlineItem {
  node: NodeInfo;
  depth: number;
}

/** A use of something, at one line of the open file. */
export interface Link {
  line: number;
  target: NodeInfo;
  evidence: Evidence;
}

/** A file with what is known of its lines. */
export interface FileView {
  node: NodeInfo;
  partial: boolean;
  text: string;
  /** Triples of start, end and class in UTF-16 units, see `code/tokens.ts`. */
  tokens: Uint32Array;
  outline: OutlineItem[];
  links: Link[];
  absences: AbsentUse[];
  /** What a limit left out, in words. */
  cut: string[];
}

/** A directory, or the repository. */
export interface FolderView {
  node: NodeInfo;
  children: NodeInfo[];
}

/** A symbol, file or directory with all that is known of it. */
export interface NodeView {
  node: FetchedNode;
  callers: Calls;
  callees: Calls;
}

/** An error with a code, as it crosses from the worker. */
export interface Failure {
  code: string;
  message: string;
}

export type Result<T> = { value: T } | { failure: Failure };

/** What is to be explained: the edges between two nodes, or what a line leaves without one. */
export type Explained = { readonly source: string; readonly target: string; readonly kind: string } | { readonly path: string; readonly line: number; readonly name: string };
