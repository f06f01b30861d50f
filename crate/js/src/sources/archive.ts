/** Archives, told apart by their first bytes. */
import { WaymarkError } from "../errors.js";
import type { Source } from "./source.js";
import { tarGz, tar } from "./tar.js";
import { zip } from "./zip.js";

/** Whether `bytes` are an archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return isZip(bytes) || isGzip(bytes) || isTar(bytes);
}

/** The tree in a zip, tar or tar.gz archive. */
export function archive(bytes: Uint8Array): Source {
  if (isZip(bytes)) return zip(bytes);
  if (isGzip(bytes)) return tarGz(bytes);
  if (isTar(bytes)) return tar(bytes);
  throw new WaymarkError("invalid-archive", "these bytes are no zip, tar or tar.gz archive");
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether a tar header is at the start; older archives have no mark, and are not told from other bytes. */
function isTar(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(257, 262)) === "ustar";
}
