/** Tar archives: unpacked by the engine, uncompressed here, and never held as a whole. */
import { Gunzip } from "fflate";
import { WaymarkError } from "../errors.js";
import { crc32 } from "./crc32.js";
import type { Gate, Source, Tar } from "./source.js";

/** The tree in an uncompressed archive. */
export function tar(bytes: Uint8Array): Source {
  return { wrapped: true, files: () => pieces(bytes) };
}

/** The tree in an archive compressed by gzip. */
export function tarGz(bytes: Uint8Array): Source {
  return { wrapped: true, files: (gate) => inflated(bytes, gate) };
}

const END: Tar = { tar: new Uint8Array() };
const PIECE = 1 << 20;

function* pieces(bytes: Uint8Array): Generator<Tar> {
  for (const tar of slices(bytes, PIECE)) yield { tar };
  yield END;
}

/** Stops at the bound on what is unpacked, or where the data is damaged: the engine reads what came before. */
function* inflated(bytes: Uint8Array, gate: Gate): Generator<Tar> {
  let room = gate.unpacked;
  let some = false;
  try {
    for (const tar of gunzip(bytes)) {
      some = true;
      if (room) yield { tar: tar.subarray(0, room) };
      room -= tar.length;
      if (room < 0) return gate.note("limit", "the archive's end");
    }
  } catch (error) {
    if (!some) throw new WaymarkError("invalid-archive", "not gzip, or damaged at its start", { cause: error });
    gate.note("unreadable", "the archive's end");
  }
  yield END;
}

/** Packed bytes that are inflated at once: deflate makes at most a thousand bytes of one. */
const PACKED = 1 << 12;

/**
 * What `bytes` unpack to, and an error where they are damaged. It is made as it is asked for: a stream of the host's
 * would have unpacked a bomb to its end by the time that its first bytes are read.
 */
function* gunzip(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  const made: Uint8Array[] = [];
  const inflater = new Gunzip((part) => made.push(part));
  let [crc, members, given] = [0, 1, 0];
  inflater.onmember = () => (members += 1);
  for (const part of slices(bytes, PACKED)) {
    given += part.length;
    inflater.push(part, given === bytes.length);
    for (const one of made.splice(0)) {
      crc = crc32(one, crc);
      if (one.length) yield one;
    }
  }
  const sum = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8).getUint32(0, true);
  // Of several members each has a sum of its own.
  if (members === 1 && sum !== crc) throw new Error("the checksum is wrong");
}

function* slices(bytes: Uint8Array, length: number): Generator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
