/** Standard output that waits for a slow reader, and ends quietly when the reader has gone. */
import { once } from "node:events";

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

/** Writes a remark for a person. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}
