/** Zip archives: read by their directory, entry by entry, each inflated under a bound. */
import { Inflate } from "fflate";
import type { HostDrop } from "../../engine/waymark_wasm.js";
import { WaymarkError } from "../errors.js";
import { crc32 } from "./crc32.js";
import { listed } from "./listed.js";
import type { Gate, Source } from "./source.js";
import { readDirectory, recoverEntries, type ZipEntry } from "./zip-directory.js";

/** The tree in a zip archive. */
export function zip(bytes: Uint8Array): Source {
  return {
    wrapped: true,
    files: (gate) => listed(entries(bytes, gate), gate),
  };
}

function entries(bytes: Uint8Array, gate: Gate) {
  const found = readDirectory(bytes) ?? recover(bytes, gate);
  return bounded(apart(found, bytes.length, gate), gate)
    .filter((entry) => entry.kind !== "directory" && (entry.kind === "file" || skipped(entry.path, gate)))
    .map((entry) => ({ path: entry.path, size: entry.size, read: () => read(bytes, entry, gate) }));
}

/** Entries of an honest archive lie apart; where they share bytes, a few of those would be unpacked without end. */
function apart(entries: readonly ZipEntry[], length: number, gate: Gate): ZipEntry[] {
  let room = length;
  return entries.filter(({ path, start, packed }) => {
    // What is cut off is found when it is read.
    if (start + packed > length) return true;
    room -= packed;
    if (room < 0) gate.note("unreadable", path);
    return room >= 0;
  });
}

/**
 * Entries beyond the bound on what an archive unpacks to, of which those are counted that are too large to be read:
 * a tar, which has to be unpacked to be read, ends there. The others are counted one by one as they are read.
 */
function bounded(entries: readonly ZipEntry[], gate: Gate): ZipEntry[] {
  let room = gate.unpacked;
  return entries.filter(({ path, size }) => {
    room -= size;
    const fits = room >= 0 || size <= gate.limits.maxFileBytes;
    if (!fits) gate.note("limit", path);
    return fits;
  });
}

function skipped(path: string, gate: Gate): false {
  gate.note("link", path);
  return false;
}

/** Without a directory the archive's end is missing; the entries before it can still be found. */
function recover(bytes: Uint8Array, gate: Gate): ZipEntry[] {
  const found = recoverEntries(bytes);
  if (!found.length) throw new WaymarkError("invalid-archive", "not a zip archive, or damaged at its start");
  gate.note("unreadable", "the archive's end");
  return found;
}

/** The bytes of one entry, never more than it declared: what declares less than it holds is a bomb or damaged. */
function read(bytes: Uint8Array, entry: ZipEntry, gate: Gate): Uint8Array | undefined {
  const content = unpack(bytes.subarray(entry.start, entry.start + entry.packed), entry);
  if (typeof content !== "string") return content;
  gate.note(content, entry.path);
  return undefined;
}

/** The bytes, or why they are left out: what is cut off, locked or packed in another way is not damaged. */
function unpack(packed: Uint8Array, entry: ZipEntry): Uint8Array | HostDrop {
  const { method, encrypted, size, crc } = entry;
  if (packed.length < entry.packed || encrypted || (method !== 0 && method !== 8)) return "unreadable";
  const content = method === 0 ? packed : inflate(packed, size);
  return content?.length === size && crc32(content) === crc ? content : "damaged";
}

/** How much is put into the inflater at once: deflate makes at most a thousand bytes of one. */
const CHUNK = 1 << 12;

function inflate(packed: Uint8Array, size: number): Uint8Array | undefined {
  const content = new Uint8Array(size);
  let length = 0;
  let ended = false;
  const inflater = new Inflate((part, final) => {
    if (length + part.length <= size) content.set(part, length);
    length += part.length;
    ended = final;
  });
  try {
    for (let at = 0; at < packed.length && length <= size; at += CHUNK) {
      inflater.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length);
    }
  } catch {
    // The data is damaged, and the caller counts that.
    return undefined;
  }
  return ended && length === size ? content : undefined;
}
