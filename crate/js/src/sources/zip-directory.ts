/** The directory of a zip archive. Trusts no number: what points outside the bytes ends the reading. */

/** An entry of the archive. */
export interface ZipEntry {
  readonly path: string;
  readonly kind: "file" | "directory" | "link";
  /** How it is packed: 0 not at all, 8 deflate. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Bytes as packed. */
  readonly packed: number;
  /** Bytes as declared. */
  readonly size: number;
  /** CRC-32 of the bytes. */
  readonly crc: number;
  /** Where the packed bytes start. */
  readonly start: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_32 = 0xffffffff;
const ENCRYPTED = 1;
const SIZES_FOLLOW = 8;
const UTF_8 = 0x800;

/** The entries by the central directory; none if there is no directory. */
export function readDirectory(bytes: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries: ZipEntry[] = [];
  let at = directoryStart(view, end);
  while (at + 46 <= end && view.getUint32(at, true) === CENTRAL) {
    const name = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true);
    const next = at + 46 + name + extra + view.getUint16(at + 32, true);
    if (next > end) break;
    const entry = centralEntry(bytes, view, at, name, extra);
    if (entry) entries.push(entry);
    at = next;
  }
  return entries.length || directoryStart(view, end) === end ? entries : undefined;
}

/** The entries that local headers tell of, up to the first that does not tell its size. */
export function recoverEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL) {
    const flags = view.getUint16(at + 6, true);
    const name = view.getUint16(at + 26, true);
    const start = at + 30 + name + view.getUint16(at + 28, true);
    const packed = view.getUint32(at + 18, true);
    const size = view.getUint32(at + 22, true);
    if (flags & SIZES_FOLLOW || packed === MAX_32 || start > bytes.length) break;
    const path = decode(bytes.subarray(at + 30, at + 30 + name), flags);
    const [method, crc] = [view.getUint16(at + 8, true), view.getUint32(at + 14, true)];
    entries.push({ path, kind: kindOf(path, 0), method, encrypted: (flags & ENCRYPTED) !== 0, packed, size, crc, start });
    at = start + packed;
  }
  return entries;
}

/** The record that ends an archive; a comment of up to 64 KiB may follow it. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END && at + 22 + view.getUint16(at + 20, true) <= view.byteLength) return at;
  }
  return undefined;
}

/** Where the directory starts; at the end where that makes no sense. */
function directoryStart(view: DataView, end: number): number {
  const narrow = view.getUint32(end + 16, true);
  if (narrow !== MAX_32) return Math.min(narrow, end);
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return end;
  const record = Number(view.getBigUint64(locator + 8, true));
  if (record + 56 > locator || view.getUint32(record, true) !== END_64) return end;
  const start = Number(view.getBigUint64(record + 48, true));
  return start < record ? start : end;
}

function centralEntry(bytes: Uint8Array, view: DataView, at: number, name: number, extra: number): ZipEntry | undefined {
  const flags = view.getUint16(at + 8, true);
  const path = decode(bytes.subarray(at + 46, at + 46 + name), flags);
  const wide = new Wide(view, at + 46 + name, extra);
  const size = wide.number(view.getUint32(at + 24, true));
  const packed = wide.number(view.getUint32(at + 20, true));
  const local = wide.number(view.getUint32(at + 42, true));
  if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL) return undefined;
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const kind = kindOf(path, view.getUint32(at + 38, true));
  const [method, crc] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
  return { path, kind, method, encrypted: (flags & ENCRYPTED) !== 0, packed, size, crc, start };
}

/** The 64-bit numbers of an entry, which stand in for those that do not fit in 32 bits, in order. */
class Wide {
  readonly #view: DataView;
  #at = 0;
  #end = 0;

  constructor(view: DataView, start: number, length: number) {
    this.#view = view;
    for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
      if (view.getUint16(at, true) !== 1) continue;
      this.#at = at + 4;
      this.#end = Math.min(at + 4 + view.getUint16(at + 2, true), start + length);
    }
  }

  number(narrow: number): number {
    if (narrow !== MAX_32 || this.#at + 8 > this.#end) return narrow;
    this.#at += 8;
    return Number(this.#view.getBigUint64(this.#at - 8, true));
  }
}

const IS_LINK = 0o120000;

/** What an entry is; Unix keeps the file's mode in the upper half of the attributes. */
function kindOf(path: string, attributes: number): ZipEntry["kind"] {
  if (path.endsWith("/") || path.endsWith("\\")) return "directory";
  return ((attributes >>> 16) & 0o170000) === IS_LINK ? "link" : "file";
}

/** Names are UTF-8 by flag, and nearly always without it. */
function decode(name: Uint8Array, flags: number): string {
  if (flags & UTF_8) return new TextDecoder().decode(name);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(name);
  } catch {
    return new TextDecoder("latin1").decode(name);
  }
}
