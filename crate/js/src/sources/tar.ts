/** Tar archives: unpacked by the engine, uncompressed here. */
import { WaymarkError, messageOf } from "../errors.js";
import type { Gate, Source, Tar } from "./source.js";

/** The tree in an uncompressed archive. */
export function tar(bytes: Uint8Array): Source {
  return { files: () => [{ tar: bytes }] };
}

/** The tree in an archive compressed by gzip. */
export function tarGz(bytes: Uint8Array): Source {
  return { files: (gate) => inflated(bytes, gate) };
}

/** Stops at the limit on all bytes, or where the data is damaged: the engine reads what came before. */
async function* inflated(bytes: Uint8Array, gate: Gate): AsyncGenerator<Tar> {
  // Headers and padding come on top of the files.
  const most = gate.limits.maxTotalBytes + 1024 * gate.limits.maxFiles;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of gunzip(bytes)) {
      parts.push(part);
      length += part.length;
      if (length <= most) continue;
      gate.note("limit", "the archive's end");
      break;
    }
  } catch (error) {
    if (!length) throw new WaymarkError("invalid-archive", `not gzip, or damaged at its start: ${messageOf(error)}`, { cause: error });
    gate.note("unreadable", "the archive's end");
  }
  yield { tar: joined(parts, length) };
}

function gunzip(bytes: Uint8Array): AsyncIterable<Uint8Array> & ReadableStream<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"));
  return stream as AsyncIterable<Uint8Array> & ReadableStream<Uint8Array>;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
