/** CRC-32 as zip and gzip take it (ISO 3309, polynomial 0xEDB88320 in reverse), four bytes at a time. */

/** The checksum of each byte, then of each byte with one, two and three zeros behind it. */
const TABLES = tables();

/** The checksum of `bytes`, after those whose checksum is `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length & ~3;
  let crc = ~before;
  for (let at = 0; at < whole; at += 4) {
    crc ^= view.getUint32(at, true);
    crc = entry(3, crc & 255) ^ entry(2, (crc >>> 8) & 255) ^ entry(1, (crc >>> 16) & 255) ^ entry(0, crc >>> 24);
  }
  for (let at = whole; at < bytes.length; at += 1) crc = (crc >>> 8) ^ entry(0, (crc ^ view.getUint8(at)) & 255);
  return ~crc >>> 0;
}

function entry(zeros: number, byte: number): number {
  return TABLES[(zeros << 8) | byte] ?? 0;
}

function tables(): Int32Array {
  const entries = new Int32Array(1024);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    entries[byte] = crc;
  }
  for (let at = 256; at < 1024; at += 1) {
    const before = entries[at - 256] ?? 0;
    entries[at] = (before >>> 8) ^ (entries[before & 255] ?? 0);
  }
  return entries;
}
