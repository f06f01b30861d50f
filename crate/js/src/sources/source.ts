/** What a source is: files one by one, after the engine was asked which of them it wants. */
import { Walker, type HostDrop, type Settings } from "../../engine/waymark_wasm.js";

/** A file. */
export interface SourceFile {
  /** Path from the root of the tree, with `/` between its parts. */
  readonly path: string;
  /** Content; text is encoded as UTF-8. */
  readonly bytes: Uint8Array | string;
}

/** The next piece of a tar archive, which the engine reads; an empty one is its end. */
export interface Tar {
  readonly tar: Uint8Array;
}

/** A tree that gives its files to a build. */
export interface Source {
  /** Whether one folder around everything is packaging rather than part of the tree. */
  readonly wrapped?: boolean;
  /** The files that `gate` lets through. */
  files(gate: Gate): Iterable<SourceFile | Tar> | AsyncIterable<SourceFile | Tar>;
}

/** Bounds on what is read. */
export type Limits = Readonly<Required<Pick<Settings, "maxFileBytes" | "maxFiles" | "maxTotalBytes">>>;

/** Asks the engine's rules about paths, and counts what is left out. */
export class Gate {
  /** The rules. */
  readonly walker: Walker;
  /** The bounds. */
  readonly limits: Limits;
  #files = 0;
  #bytes = 0;

  constructor(walker: Walker, limits: Limits) {
    this.walker = walker;
    this.limits = limits;
  }

  /** The most bytes that an archive may unpack to: headers and padding come on top of the files. */
  get unpacked(): number {
    return this.limits.maxTotalBytes + 1024 * this.limits.maxFiles;
  }

  /** Tells the names in `directory`, `""` for the root; answers whether to go on there. */
  enter(directory: string, names: string[]): boolean {
    return this.walker.enter(directory, names) === undefined;
  }

  /** Whether to open `directory`. */
  opens(directory: string): boolean {
    return this.walker.skipDirectory(directory) === undefined;
  }

  /** Whether to read the file at `path`; then its bytes count towards the limits. */
  reads(path: string, size: number): boolean {
    if (this.walker.skipFile(path, size) !== undefined) return false;
    const fits = this.#files < this.limits.maxFiles && this.#bytes + size <= this.limits.maxTotalBytes;
    if (fits) {
      this.#files += 1;
      this.#bytes += size;
    } else {
      this.note("limit", path);
    }
    return fits;
  }

  /** Counts what is left out for a reason of the host. */
  note(reason: HostDrop, path: string): void {
    this.walker.note(reason, path);
  }
}
