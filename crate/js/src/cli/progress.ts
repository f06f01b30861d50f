/** How far a build is: a bar on a terminal, a line a phase elsewhere. */
import type { Progress } from "../index.js";
import { oneLine } from "./printable.js";

const WIDTH = 24;
const NAMES = { discover: "reading files", extract: "extracting", resolve: "linking", index: "indexing" } as const;

/** A listener that writes to standard error, and what ends it. */
export function progressBar(): { show: (progress: Progress) => void; end: () => void } {
  return process.stderr.isTTY ? bar() : lines();
}

function bar() {
  let shown = false;
  return {
    show(progress: Progress) {
      const columns = process.stderr.columns || 80;
      const line = `${filled(progress)} ${NAMES[progress.phase]} ${counted(progress)} ${progress.path}`;
      process.stderr.write(`\r\x1b[2K${oneLine(line).slice(0, columns - 1)}`);
      shown = true;
    },
    end() {
      if (shown) process.stderr.write("\r\x1b[2K");
    },
  };
}

function lines() {
  let last: Progress["phase"] | undefined;
  return {
    show(progress: Progress) {
      if (progress.phase === last) return;
      last = progress.phase;
      const total = progress.phase === "extract" ? ` ${progress.total} files` : "";
      process.stderr.write(`${NAMES[progress.phase]}${total}\n`);
    },
    end: () => undefined,
  };
}

function filled({ done, total }: Progress): string {
  const full = total ? Math.round((WIDTH * done) / total) : 0;
  return `[${"#".repeat(full)}${".".repeat(WIDTH - full)}]`;
}

function counted({ phase, done, total }: Progress): string {
  if (phase === "index") return "";
  return total ? `${done}/${total}` : String(done);
}
