import { type Encoding, SheetError } from './types.ts';

export type FileKind = 'csv' | 'xlsx';

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** Text in UTF-16 without a byte order mark has a zero in about every other byte. */
function bareUtf16(head: Uint8Array): Encoding | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i] !== 0) continue;
    if (i % 2 === 0) even++;
    else odd++;
  }
  const enough = Math.max(3, head.length / 8);
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/**
 * What a file's first bytes say it is. UTF-8 is taken for granted where nothing speaks against it; bytes
 * that are none turn up while reading. Throws a SheetError for what is no text and no workbook.
 */
export function sniff(head: Uint8Array): { kind: FileKind; encoding: Encoding; hasMark: boolean } {
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'xlsx', encoding: 'utf-8', hasMark: false };
  if (startsWith(head, 0xff, 0xfe)) return { kind: 'csv', encoding: 'utf-16le', hasMark: true };
  if (startsWith(head, 0xfe, 0xff)) return { kind: 'csv', encoding: 'utf-16be', hasMark: true };
  const encoding = bareUtf16(head);
  if (encoding) return { kind: 'csv', encoding, hasMark: false };
  if (head.includes(0) || startsWith(head, 0x25, 0x50, 0x44, 0x46)) throw new SheetError('not-a-sheet');
  return { kind: 'csv', encoding: 'utf-8', hasMark: startsWith(head, 0xef, 0xbb, 0xbf) };
}

/** A word as old Nepali fonts spell it in ASCII, such as `g]kfn`: signs inside a word, no Devanagari. */
const looksLegacy = (text: string): boolean =>
  /[A-Za-z][\][{}|;\\^~+=/]|[\][{}|;\\^~+=/][A-Za-z]/.test(text) && !/[\u0900-\u097f]/.test(text);

/** Whether names were typed in an old font such as Preeti, judged by a quarter of them. */
export function isLegacyFont(names: readonly string[]): boolean {
  const given = names.filter(Boolean);
  return given.length > 0 && given.filter(looksLegacy).length > given.length / 4;
}
