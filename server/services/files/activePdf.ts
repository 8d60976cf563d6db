/**
 * Finds active content and attachments in a PDF: scripts, open actions, programs to launch, embedded files, links to other
 * files (a viewer may sign in to a stranger's file server), films and sounds, XFA forms.
 *
 * Written by hand because pdf-lib has had no release since 2021, and a reader such as pdf.js sees only what its own path
 * through the file reaches, while another viewer may follow another table or a repair and reach more. This code follows no
 * table: it looks for names in all bytes and in everything that object streams unpack to.
 */
import { createInflate } from 'node:zlib';

/** Why a PDF is refused: `active` because of its content; `sealed` because it cannot be inspected. */
export type PdfFault = 'active' | 'sealed';

/** Maximum unpacked bytes of all object streams. The text of some thousand pages has 20 MB. */
const UNPACKED_MAX = 64 * 1024 * 1024;

/** ISO 32000-1, 7.2.2 and 7.3.5: separators, name delimiters, and comments. */
const BLANK = String.raw`[\0\t\n\f\r ]`;
const BLANKS_MAX = 256;
const COMMENTS_MAX = 2;
const COMMENT = String.raw`${BLANK}{0,${BLANKS_MAX}}%[^\r\n]{0,200}[\r\n]`;
/** Bounded: a file of names and comments would otherwise be read to its end from each name. */
const SPACE = `(?:${COMMENT}){0,${COMMENTS_MAX}}${BLANK}{0,${BLANKS_MAX}}`;
/** More than is read. No program writes it. Nested, so that each comment is read once. */
const TOO_FAR = Array.from({ length: COMMENTS_MAX + 1 }).reduce<string>(
  (next) => `(?:${BLANK}{${BLANKS_MAX + 1}}|${COMMENT}${next})`,
  '',
);
const END = String.raw`(?=[\0\t\n\f\r ()<>[\]{}/%]|$)`;

/** A name, whose letters may be written as #hh. */
const name = (text: string): string =>
  `/${[...text].map((letter) => `(?:${letter}|#${hexOf(letter)})`).join('')}${END}`;
const hexOf = (letter: string): string =>
  [...letter.charCodeAt(0).toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');

const REFERENCE = String.raw`\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R`;

/**
 * Long names are conclusive. Three letters occur by chance in every few megabytes of pictures, so short names only count
 * with what follows them. An initial page (`/OpenAction [3 0 R /Fit]`), which word processors write, is not an action.
 */
const ACTIVE = new RegExp(
  [
    ...['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'ImportData'].map(name),
    ...['SubmitForm', 'GoToE', 'GoToR', 'Rendition', 'OnInstantiate'].map(name),
    `(?:${name('S')}|${name('Subtype')})${SPACE}(?:${name('Movie')}|${name('Sound')})`,
    `${name('OpenAction')}${SPACE}(?!${String.raw`[\0\t\n\f\r %[]`})`,
    `${name('AA')}${SPACE}(?:<<|${REFERENCE})`,
    `${name('XFA')}${SPACE}(?:\\[|${REFERENCE})`,
    `${name('JS')}${SPACE}(?:\\(|<|${REFERENCE})`,
  ].join('|'),
);
const ENCRYPTED = new RegExp(`${name('Encrypt')}${SPACE}(?:<<|${REFERENCE})`);
/** A name that counts with its value, which is out of reach. */
const FAR_VALUE = new RegExp(
  `(?:${['S', 'Subtype', 'OpenAction', 'AA', 'XFA', 'JS', 'Encrypt', 'Predictor'].map(name).join('|')})${TOO_FAR}`,
);

const OBJECT_STREAM = new RegExp(name('ObjStm'));
const FIRST = new RegExp(name('First'));
const COUNT = new RegExp(name('N'));
/** Filters that are not undone here. Using them for objects only makes sense to hide something. */
const ODD_FILTER = new RegExp(
  ['LZWDecode', 'LZW', 'ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'RunLengthDecode', 'RL', 'Crypt']
    .map(name)
    .concat(`${name('Predictor')}${SPACE}(?!1${END})`)
    .join('|'),
);
const FLATE = new RegExp([name('FlateDecode'), name('Fl')].join('|'));

/** Unpacks a stream, as viewers do, as far as it is intact. Null if it has more than `most` bytes. */
async function inflated(packed: Buffer, most: number): Promise<{ text: string; isWhole: boolean } | null> {
  const inflate = createInflate();
  const pieces: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  inflate.end(packed);
  try {
    for await (const piece of inflate) {
      size += (piece as Buffer).length;
      if (size > most) return null;
      pieces.push(piece as Buffer);
    }
  } catch {
    isWhole = false;
  } finally {
    inflate.destroy();
  }
  return { text: Buffer.concat(pieces).toString('latin1'), isWhole };
}

/** Why a file is refused, from its content; null if nothing was found. The time grows with the file. */
export async function faultOfPdf(bytes: Buffer): Promise<PdfFault | null> {
  const text = bytes.toString('latin1');
  if (ENCRYPTED.test(text)) return 'sealed';
  if (ACTIVE.test(text)) return 'active';
  if (FAR_VALUE.test(text)) return 'sealed';
  let left = UNPACKED_MAX;
  let from = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream[^\r\n]{0,40}(?:\r\n|\r|\n)/g)) {
    // Everything since the previous stream: a viewer that a table leads into the middle sees no more than that.
    const before = text.slice(from, index);
    from = index + keyword.length;
    // In a stream's raw bytes, short names occur by chance.
    const written = before.slice(Math.max(0, before.indexOf('endstream')));
    const saysSo = OBJECT_STREAM.test(before);
    if (!saysSo && !(FIRST.test(before) && COUNT.test(before))) continue;
    if (ODD_FILTER.test(written)) return 'sealed';
    // Without a filter, it was read with the rest.
    if (!FLATE.test(before)) continue;
    const found = await inflated(bytes.subarray(from), left);
    if (found === null) return 'sealed';
    if (ACTIVE.test(found.text)) return 'active';
    if (FAR_VALUE.test(found.text)) return 'sealed';
    if (saysSo && !found.isWhole) return 'sealed';
    left -= found.text.length;
  }
  return null;
}
