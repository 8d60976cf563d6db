import { SheetError } from './sheetError.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Opens a file's bytes from the start, as often as needed. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** Bytes that are enough to tell the kind of a file. */
export const HEAD_BYTES = 4100;

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** UTF-16 text without a byte order mark has a zero in about every other byte. */
function bareUtf16(head: Uint8Array): TextEncoding | undefined {
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

interface Detected {
  encoding: TextEncoding;
  /** Whether the file begins with a byte order mark. */
  isMarked: boolean;
}

/** The encoding suggested by the first bytes; UTF-8 unless something contradicts it. */
function detectEncoding(head: Uint8Array): Detected {
  if (startsWith(head, 0xff, 0xfe)) return { encoding: 'utf-16le', isMarked: true };
  if (startsWith(head, 0xfe, 0xff)) return { encoding: 'utf-16be', isMarked: true };
  const encoding = bareUtf16(head);
  if (encoding) return { encoding, isMarked: false };
  return { encoding: 'utf-8', isMarked: startsWith(head, 0xef, 0xbb, 0xbf) };
}

/** How other kinds of documents begin: HTML, also a part of a page, XML (FODS, Excel 2003), RTF, a web archive. */
const MARKUP =
  /^\s*(?:<!doctype|<!--|<\?|<office:|\{\\rtf|mime-version:|<(?:html|head|body|table|thead|tbody|tr|t[dh]|meta|style|script|title|link|div|span|p|pre|center|font|h[1-6]|br|hr|workbook)[\s/>])/i;
/**
 * How other text formats begin that programs and phones export: SYLK (told from a CSV file with the columns ID and P... by
 * its records), DIF, vCard, iCalendar, JSON.
 */
const OTHER =
  /^\s*(?:ID;P[\s\S]*?[\r\n](?:P;P|[BC];[XY]\d)|TABLE\s+0,1\s|BEGIN:VC(?:ARD|ALENDAR)\s|(?:\[\s*)?\{\s*"[^"\r\n]*"\s*:)/;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * Detects a file's kind by its first bytes, regardless of its name. Throws a SheetError for known kinds that are not
 * sheets.
 */
export function sheetKindOf(head: Uint8Array): 'csv' | 'xlsx' {
  if (startsWith(head, ...OLD_EXCEL)) throw new SheetError('old-excel');
  if (startsWith(head, ...PDF)) throw new SheetError('not-a-sheet');
  const text = new TextDecoder(detectEncoding(head).encoding).decode(head);
  if (startsWith(head, ...ZIP)) {
    // An OpenDocument file starts with its kind, uncompressed.
    if (text.includes('mimetypeapplication/vnd.oasis.opendocument.')) throw new SheetError('opendocument');
    return 'xlsx';
  }
  if (MARKUP.test(text)) throw new SheetError('markup');
  if (OTHER.test(text)) throw new SheetError('other-format');
  return 'csv';
}

/** Throws a SheetError if a ZIP archive of these files is not a workbook. */
export function requireWorkbook(names: readonly string[]): void {
  if (!names.includes('[Content_Types].xml') || !names.some((name) => name.startsWith('xl/')))
    throw new SheetError('not-a-workbook');
}

/** The same bytes, with a first chunk large enough to detect the kind. */
async function* headFirst(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const bytes of pieces) {
    if (!head) {
      yield bytes;
      continue;
    }
    const joined: Uint8Array = new Uint8Array(head.length + bytes.length);
    joined.set(head);
    joined.set(bytes, head.length);
    head = joined;
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = undefined;
  }
  if (head) yield head;
}

/** Bytes that never occur in Windows-1252 text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x08\x0e-\x19\x1b-\x1f]/;

/** How to read bytes that are not UTF-8: as Windows-1252, unless they are damaged UTF-8 or not text. */
async function notUtf8(open: OpenBytes): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8');
  let isUtf8 = false;
  for await (const bytes of open()) {
    const text = decoder.decode(bytes, { stream: true });
    if (CONTROL.test(text)) throw new SheetError('not-a-sheet');
    isUtf8 ||= /[^\0-\x7f\ufffd]/.test(text);
  }
  // Well-formed multi-byte letters are hardly a coincidence, so the file is damaged UTF-8.
  if (isUtf8) throw new SheetError('not-utf8');
  return 'windows-1252';
}

/**
 * The encoding of a text file: from its mark, UTF-16 without a mark, UTF-8, otherwise Windows-1252. Reads the whole file,
 * so that no error appears later. Throws a SheetError if it is not text.
 */
export async function textEncodingOf(open: OpenBytes): Promise<Detected> {
  let found: Detected | undefined;
  let decoder = new TextDecoder();
  try {
    for await (const bytes of headFirst(open())) {
      if (!found) {
        found = detectEncoding(bytes.subarray(0, HEAD_BYTES));
        decoder = new TextDecoder(found.encoding, { fatal: true });
      }
      if (decoder.decode(bytes, { stream: true }).includes('\0')) throw new SheetError('not-a-sheet');
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError) || !found) throw error;
    if (found.encoding !== 'utf-8') throw new SheetError('not-a-sheet');
    if (found.isMarked) throw new SheetError('not-utf8');
    return { ...found, encoding: await notUtf8(open) };
  }
  return found ?? { encoding: 'utf-8', isMarked: false };
}

/** Decodes a file chunk by chunk, without its mark, with the number of bytes read. */
export async function* textPieces(
  open: OpenBytes,
  encoding: TextEncoding,
): AsyncGenerator<{ text: string; bytesRead: number }, void, void> {
  const decoder = new TextDecoder(encoding);
  let bytesRead = 0;
  for await (const bytes of open()) {
    bytesRead += bytes.length;
    yield { text: decoder.decode(bytes, { stream: true }), bytesRead };
  }
}
