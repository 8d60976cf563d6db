import type { Random } from './random.ts';

/** Phone-like texts, as people and spreadsheets write them in a column of numbers. */
const PHONES = [
  ...['9841000001', '+977 984-1000002', '00977 9841000002', '0977 9841000003', '09841000004', '९८४१०००००५'],
  ...[
    "'9841000006",
    "'''+9779841000010",
    "'\t9.841E+09",
    "' 9841000011",
    '9841000001.0',
    '9841000007.00',
    '9.841E+09',
    '9.841000008E+09',
    '9779841000009',
  ],
  ...['Rs. 9841000002', 'Order #9841000003', 'a9841000007b', '9841000001 ext. 5', 'tel:9841000001'],
  ...[
    '014412345',
    '98410',
    '98410000011',
    '+14155550100',
    '९८४१',
    '(984) 100/0001',
    '\u200e984\u00a01000001',
  ],
];
const WORDS = [
  'Ram',
  'राम',
  'é',
  '😀',
  '',
  '=1+1',
  "'=x",
  'two words',
  '5" pipe',
  'say "hi"',
  'Column 1',
  '-',
  "'",
];
/** Longer than the limits of a name, a reason and any other cell. */
const LONG = [121, 201, 501].map((length) => 'x'.repeat(length));
const SOUP = [
  '"',
  '"',
  '""',
  '\r',
  '\n',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  ' ',
  '\ufeff',
  "'",
  'a',
  'स',
  '😀',
  'sep=;',
];
const LINE_ENDS = ['\n', '\r\n', '\r'];
const DELIMITERS = [',', ';', '\t', '|'];

/** A cell as written by careful and careless programs. */
function cellOf(random: Random, lineEnd: string): string {
  const text = random.chance(0.5) ? random.pick(PHONES) : random.pick(WORDS);
  const within = random.chance(0.05) ? `${text}${random.pick(LINE_ENDS)}x` : text;
  if (random.chance(0.01)) return random.pick(LONG);
  if (random.chance(0.6)) return text;
  if (random.chance(0.02)) return `"${text}`;
  if (random.chance(0.05)) return `"${text}" and more`;
  const quoted = `"${within.replaceAll('"', '""')}"`;
  if (random.chance(0.1)) return `${random.pick([' ', '  ', '\t'])}${quoted} `;
  return random.chance(0.02) ? `${quoted}${lineEnd}` : quoted;
}

/** A small file's text: rows with sloppy cells, or random characters with a meaning in CSV. */
export function sloppyText(random: Random): string {
  if (random.chance(0.1)) {
    const pieces = [...SOUP, ...PHONES, ...WORDS];
    return Array.from({ length: random.below(30) }, () => random.pick(pieces)).join('');
  }
  const delimiter = random.pick(DELIMITERS);
  const lineEnd = random.pick(LINE_ENDS);
  const width = random.between(1, 4);
  const lines: string[] = [];
  if (random.chance(0.05)) lines.push(`sep=${delimiter}`);
  if (random.chance(0.7)) lines.push(['name', 'phone', 'city', ''].slice(0, width).join(delimiter));
  for (let rows = random.below(8); rows > 0; rows--) {
    if (random.chance(0.05)) lines.push(random.pick(['', ' ', delimiter]));
    const cells = Array.from({ length: random.chance(0.08) ? random.below(6) : width }, () =>
      cellOf(random, lineEnd),
    );
    lines.push(cells.join(random.chance(0.03) ? random.pick(DELIMITERS) : delimiter));
  }
  const end = () => (random.chance(0.03) ? random.pick(LINE_ENDS) : lineEnd);
  return lines.map((line, i) => (i < lines.length - 1 || random.chance(0.7) ? line + end() : line)).join('');
}

/** The text in the encoding of some program; sometimes with an invalid byte. */
export function sloppyBytes(random: Random, text: string): Buffer<ArrayBuffer> {
  const utf16 = () => Buffer.from(`${random.chance(0.7) ? '\ufeff' : ''}${text}`, 'utf16le');
  const bytes = random.chance(0.8)
    ? Buffer.from(`${random.chance(0.2) ? '\ufeff' : ''}${text}`)
    : random.chance(0.3)
      ? Buffer.from(text, 'latin1')
      : random.chance(0.7)
        ? utf16()
        : utf16().swap16();
  if (bytes.length > 0 && random.chance(0.03))
    bytes[random.below(bytes.length)] = random.pick([0, 1, 0xe9, 0xff]);
  return Buffer.from(bytes);
}

/** The same in pieces, cut anywhere. */
export function* cutAnywhere<T extends string | Buffer>(random: Random, whole: T): Generator<T, void, void> {
  for (let at = 0; at < whole.length; ) {
    const size = random.chance(0.5) ? 1 : random.between(1, 12);
    yield whole.slice(at, at + size) as T;
    at += size;
  }
}
