/** Archives, told apart by their first bytes. */
import { WaymarkError } from "../errors.js";
import type { Source } from "./source.js";
import { tarGz, tar } from "./tar.js";
import { zip } from "./zip.js";

/** The tree in a zip, tar or tar.gz archive. */
export function archive(bytes: Uint8Array): Source {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zip(bytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return tarGz(bytes);
  if (isTar(bytes)) return tar(bytes);
  throw new WaymarkError("invalid-archive", "these bytes are no zip, tar or tar.gz archive");
}

/** Whether a tar header is at the start; older archives have no mark, and are not told from other bytes. */
function isTar(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(257, 262)) === "ustar";
}
