/** Standard output that waits for a slow reader, and ends quietly when the reader has gone. */
import { once } from "node:events";
import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { WaymarkError, messageOf } from "../errors.js";
import { oneLine, printable } from "./printable.js";

// A reader such as `head` that has seen enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  remark(`waymark: the output cannot be written: ${error.message} (io-failed)`);
  process.exit(1);
});

/** Writes `text`; resolves when more may be written. */
export async function write(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

/** Writes `text` for a person; it may hold several lines. */
export function writeText(text: string): Promise<void> {
  return write(printable(text));
}

/** Writes each of `lines` for a person as one line, whatever it holds. */
export function writeLines(lines: readonly string[]): Promise<void> {
  return write(lines.map((line) => `${oneLine(line)}\n`).join(""));
}

/** Writes `value` as JSON that a person can read, or on one line where `indent` is 0. */
export function writeJson(value: unknown, indent = 2): Promise<void> {
  return write(`${JSON.stringify(value, null, indent)}\n`);
}

/** Fails if no file can be written at `path`, before much work is done for it. */
export function checkOutput(path: string): void {
  writing(path, () => {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory() || path.endsWith("/")) throw new WaymarkError("invalid-argument", "it is a directory");
    accessSync(there ? path : dirname(path), constants.W_OK);
  });
}

/** Writes a file. */
export function writeOutput(path: string, bytes: Uint8Array): void {
  writing(path, () => writeFileSync(path, bytes));
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `there is no directory ${dirname(path)}` : code === "ENOTDIR" ? `${dirname(path)} is no directory` : messageOf(error);
    throw new WaymarkError(code === "ENOENT" ? "not-found" : codeOf(error), `${path} cannot be written: ${why}`, { cause: error });
  }
}

/** What is wrong with a path itself. */
const MISTAKES = ["EISDIR", "ENOTDIR", "ENAMETOOLONG"];

/** The code of an error of any kind: a file system that refuses is no mistake of whoever asked. */
export function codeOf(error: unknown): WaymarkError["code"] {
  if (error instanceof WaymarkError) return error.code;
  const { syscall, code = "" } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === undefined || MISTAKES.includes(code) ? "invalid-argument" : "io-failed";
}

/** Writes a remark for a person, as one line. */
export function remark(text: string): void {
  process.stderr.write(`${oneLine(text)}\n`);
}
