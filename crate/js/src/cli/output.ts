/** Standard output that waits for a slow reader, and ends quietly when the reader has gone. */
import { once } from "node:events";
import { accessSync, constants, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { WaymarkError, messageOf } from "../errors.js";

// A reader such as `head` that has seen enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** Writes `text`; resolves when more may be written. */
export async function write(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

/** Writes `text` as a line. */
export function writeLine(text: string): Promise<void> {
  return write(`${text}\n`);
}

/** Writes `value` as JSON that a person can read. */
export function writeJson(value: unknown): Promise<void> {
  return writeLine(JSON.stringify(value, null, 2));
}

/** Fails if no file can be written at `path`, before much work is done for it. */
export function checkOutput(path: string): void {
  writing(path, () => accessSync(dirname(path), constants.W_OK));
}

/** Writes a file. */
export function writeOutput(path: string, bytes: Uint8Array): void {
  writing(path, () => writeFileSync(path, bytes));
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = missing ? `there is no directory ${dirname(path)}` : messageOf(error);
    throw new WaymarkError(missing ? "not-found" : "invalid-argument", `${path} cannot be written: ${why}`, { cause: error });
  }
}

/** Writes a remark for a person. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}
