// Archives with what common writers do not write.
import { constants, crc32, createGzip, deflateRawSync } from "node:zlib";

/** So many megabytes of zeros as deflate packs them. */
export function zeros(megabytes) {
  const block = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...new Array(megabytes).fill(block), deflateRawSync(Buffer.alloc(0))]);
}

/** A tar.gz of one file of so many megabytes of zeros, which is never held as a whole. */
export async function zerosTarGz(path, megabytes) {
  const block = Buffer.alloc(1 << 20);
  const gzip = createGzip({ level: 9 });
  const parts = [];
  gzip.on("data", (part) => parts.push(part));
  const write = (bytes) => new Promise((done) => gzip.write(bytes, done));
  await write(tarHeader(path, megabytes * 2 ** 20));
  for (let n = 0; n < megabytes; n += 1) await write(block);
  await new Promise((done) => gzip.on("end", done).end());
  return new Uint8Array(Buffer.concat(parts));
}

/** A zip of `entries`: path, content, and `link`, the size to `declare`, or what stands there for the `packed` content. */
export function zipOf(entries, { comment = "", wide = false } = {}) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, content, { link = false, declare, packed = deflateRawSync(content) } = {}] of entries) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content);
    const size = declare ?? bytes.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, name, packed);

    const extra = wide ? wideSizes(size, packed.length, offset) : Buffer.alloc(0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x031e, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32(bytes), 16);
    central.writeUInt32LE(wide ? 0xffffffff : packed.length, 20);
    central.writeUInt32LE(wide ? 0xffffffff : size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(((link ? 0o120777 : 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(wide ? 0xffffffff : offset, 42);
    directory.push(central, name, extra);
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(wide ? 0xffffffff : central.length, 12);
  end.writeUInt32LE(wide ? 0xffffffff : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...parts, central, ...(wide ? wideEnd(entries.length, central.length, offset) : []), end, Buffer.from(comment)]));
}

function wideSizes(size, packed, offset) {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [at, value] of [[4, size], [12, packed], [20, offset]]) extra.writeBigUInt64LE(BigInt(value), at);
  return extra;
}

function wideEnd(count, length, offset) {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

/** A tar of an object from path to bytes. */
export function tar(entries) {
  const blocks = Object.entries(entries).flatMap(([path, content]) => {
    return [tarHeader(path, content.length), Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function tarHeader(path, size) {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
