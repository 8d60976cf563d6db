/** In place of a number that has 8 bytes elsewhere. */
const ELSEWHERE = 0xffffffff;

const longs = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [i, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 8 * i);
  return bytes;
};

/**
 * The archive as Apache POI streams it: sizes of 8 bytes in the directory, and with `places` also where each entry begins.
 * With `end`, its end has only numbers of 8 bytes, too.
 */
export function zip64(plain: Buffer, { places, end }: { places: boolean; end: boolean }): Buffer {
  const last = Buffer.from(plain.subarray(-22));
  const start = last.readUInt32LE(16);
  const count = last.readUInt16LE(10);
  const directory: Buffer[] = [];
  for (let at = start, i = 0; i < count; i++) {
    const head = Buffer.from(plain.subarray(at, at + 46));
    const name = plain.subarray(at + 46, at + 46 + head.readUInt16LE(28));
    const sizes = [head.readUInt32LE(24), head.readUInt32LE(20)];
    const numbers = longs(...sizes, ...(places ? [head.readUInt32LE(42)] : []));
    for (const position of [20, 24, ...(places ? [42] : [])]) head.writeUInt32LE(ELSEWHERE, position);
    const extra = Buffer.alloc(4);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(numbers.length, 2);
    head.writeUInt16LE(4 + numbers.length, 30);
    directory.push(head, name, extra, numbers);
    at += 46 + name.length;
  }
  const list = Buffer.concat(directory);
  const record = Buffer.concat([
    Buffer.from('504b06062c00000000000000', 'hex'),
    Buffer.from('2d002d000000000000000000', 'hex'),
    longs(count, count, list.length, start),
  ]);
  const locator = Buffer.concat([
    Buffer.from('504b060700000000', 'hex'),
    longs(start + list.length),
    Buffer.from('01000000', 'hex'),
  ]);
  last.writeUInt32LE(list.length, 12);
  if (end) last.fill(0xff, 8, 20);
  return Buffer.concat([plain.subarray(0, start), list, record, locator, last]);
}
