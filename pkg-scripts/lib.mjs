// What several scripts share.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The repository's root. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Bytes of a file: as it is, by gzip -9, by brotli -9 (11 takes seconds and saves another tenth). */
export function sizes(file) {
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
}

/** Rows as aligned text, numbers to the right. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const right = (i) => typeof rows[0]?.[i] === "number";
  return cells.map((row) => row.map((cell, i) => (right(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  ").trimEnd()).join("\n");
}
