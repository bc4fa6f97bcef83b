import { inflateSync } from 'node:zlib';

/**
 * Converts a WOFF 1.0 file to the OpenType file that it contains (W3C WOFF File Format 1.0, sections 3 to 5). System
 * font lookup does not support web fonts, and the registry's font packages contain nothing else.
 */
export function woffToOpenType(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const offset = woff.readUInt32BE(entry + 4);
    const compressed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const stored = woff.subarray(offset, offset + compressed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      data: compressed < length ? inflateSync(stored) : stored,
    };
  });

  const largestPower = 2 ** Math.floor(Math.log2(count));
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(largestPower * 16, 6);
  header.writeUInt16BE(Math.log2(largestPower), 8);
  header.writeUInt16BE(count * 16 - largestPower * 16, 10);

  const parts: Buffer[] = [header];
  let position = header.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = 12 + index * 16;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(position, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    position += data.length + padding.length;
  });
  return Buffer.concat(parts);
}
