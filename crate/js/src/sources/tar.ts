/** Tar archives: unpacked by the engine, uncompressed here, and never held as a whole. */
import { WaymarkError } from "../errors.js";
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

/** Stops at the limit on all bytes, or where the data is damaged: the engine reads what came before. */
async function* inflated(bytes: Uint8Array, gate: Gate): AsyncGenerator<Tar> {
  // Headers and padding come on top of the files.
  const most = gate.limits.maxTotalBytes + 1024 * gate.limits.maxFiles;
  let length = 0;
  try {
    for await (const tar of gunzip(bytes)) {
      length += tar.length;
      if (length > most) return gate.note("limit", "the archive's end");
      yield { tar };
    }
  } catch (error) {
    if (!length) throw new WaymarkError("invalid-archive", "not gzip, or damaged at its start", { cause: error });
    gate.note("unreadable", "the archive's end");
  }
  yield END;
}

/** Packed bytes that are inflated at once: deflate makes at most a thousand bytes of one. */
const PACKED = 1 << 12;

function gunzip(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const packed = slices(bytes, PACKED);
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = packed.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  return source.pipeThrough(new DecompressionStream("gzip")) as AsyncIterable<Uint8Array> & ReadableStream;
}

function* slices(bytes: Uint8Array, length: number): Generator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
