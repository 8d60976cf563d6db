import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { createCsvReader } from '#schema/sheets/csvReader.ts';
import { createRandom } from '../support/random.ts';
import { cutAnywhere, sloppyText } from '../support/sloppySheet.ts';

/** The rows of a text that comes in these pieces, and why they end early. */
function read(pieces: Iterable<string>): { rows: string[][]; failure?: string } {
  const reader = createCsvReader();
  const rows: string[][] = [];
  for (const piece of pieces) rows.push(...reader.read(piece, false));
  rows.push(...reader.read('', true));
  return { rows, ...(reader.failure && { failure: reader.failure.message }) };
}
const rowsOf = (text: string) => read([text]).rows;

describe('a text', () => {
  test.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the delimiter that the first line has most of',
      'a;b,x;c\n1;2',
      [
        ['a', 'b,x', 'c'],
        ['1', '2'],
      ],
    ],
    [
      'delimiters only outside quotes',
      '"a;b;c;d",e\n1,2',
      [
        ['a;b;c;d', 'e'],
        ['1', '2'],
      ],
    ],
    ['doubled quotes in the first line', '"a ""x;y;z"" b",c', [['a "x;y;z" b', 'c']]],
    [
      'stray quotes in the first line',
      '5"" a,b,c;d\n1,2',
      [
        ['5"" a', 'b', 'c;d'],
        ['1', '2'],
      ],
    ],
    ['a quote within a cell of the first line', '5" a;b,c;d', [['5" a', 'b,c', 'd']]],
    ['a title above the header', 'Customers\nname;phone\n', [['Customers'], ['name', 'phone']]],
    ['tabs and bars', 'a\tb|c\td\n', [['a', 'b|c', 'd']]],
    [
      'cells that a program keeps Excel from changing',
      'a,="0977 9841000001"\n"=""0984""",="5""x"\n="1" x,=1+1',
      [
        ['a', '0977 9841000001'],
        ['0984', '5"x'],
        ['="1" x', '=1+1'],
      ],
    ],
    ['what sep= says', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
    ['what a quoted sep= says', '\ufeff"SEP=|"\na,b|c', [['a,b', 'c']]],
    [
      'LF, CR and CRLF',
      'a,b\nc,d\re,f\r\ng,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['blank lines as rows', 'a\n\n\r\r\nb', [['a'], [''], [''], [''], ['b']]],
    [
      'line ends within quotes',
      'a,b\r\n"1\r\n2\n3\r4",5',
      [
        ['a', 'b'],
        ['1\r\n2\n3\r4', '5'],
      ],
    ],
    ['a mark before a quote', '\ufeff"a,b",c', [['a,b', 'c']]],
    [
      'blanks around quotes',
      'a,b\n"1" ,"2" \n  "3"\t, "4"',
      [
        ['a', 'b'],
        ['1 ', '2 '],
        ['3\t', '4'],
      ],
    ],
    [
      'tabs that are no blanks',
      'a\tb\t"c"\n\t"d"',
      [
        ['a', 'b', 'c'],
        ['', 'd'],
      ],
    ],
    [
      'quotes within a cell as text',
      'a,b\n5" pipe,say "hi"\n',
      [
        ['a', 'b'],
        ['5" pipe', 'say "hi"'],
      ],
    ],
    [
      'what follows a closing quote',
      'a,b\n"Ram" Rai,"x"y"z"\n',
      [
        ['a', 'b'],
        ['Ram Rai', 'xy"z"'],
      ],
    ],
    [
      'empty cells',
      ',,\n"",\n',
      [
        ['', '', ''],
        ['', ''],
      ],
    ],
    ['nothing', '', []],
  ])('with %s', (_, text, rows) => expect(rowsOf(text)).toEqual(rows));

  test.each([
    ['never closed', 'a,b\n\n"x,1\ny,2\n', 2, 'unclosed-quote in row 3'],
    ['not closed at the end', 'a,b\n1,"x', 1, 'unclosed-quote in row 2'],
    ['closed by a quote of another row', 'a,b\n"x,1\ny,"z"\n', 1, 'unclosed-quote in row 2'],
    ['never closed, in a long file', `a,b\n"x,1\n${'y,2\n'.repeat(60_000)}`, 1, 'unclosed-quote in row 2'],
    ['closed far below', `a,b\n"x,1\n${'y,2\n'.repeat(60_000)}"\n`, 1, 'unclosed-quote in row 2'],
  ])('with a quote %s names its row, and keeps those before it', (_, text, before, failure) => {
    const found = read([text]);
    expect(found.failure).toBe(failure);
    expect(found.rows).toHaveLength(before);
  });

  test.each([
    ['of 200,000 columns', 'a,'.repeat(200_000), 'too-many-columns in row 2'],
    ['with a cell of half a megabyte', 'x'.repeat(500_000), 'row-too-long in row 2'],
    ['with a quoted one', `"${'x'.repeat(500_000)}"`, 'row-too-long in row 2'],
    ['a letter too long', 'x'.repeat(200_001), 'row-too-long in row 2'],
    ['of the greatest length', 'x'.repeat(200_000), undefined],
  ])('with a row %s says so', (_, row, failure) => {
    for (const pieces of [[`a,b\n${row}\n`], [`a,b\n${row.slice(0, 150_000)}`, row.slice(150_000), '\nz']])
      expect(read(pieces).failure).toBe(failure);
  });

  // The delimiter is told by the first 65,536 letters: only what comes after them is read as it comes.
  const start = (delimiter: string) => `a${delimiter}b\n${'x'.repeat(65_536)}\n`;

  test('is read alike wherever its pieces are cut', () => {
    for (let seed = 1; seed <= 5000; seed++) {
      const random = createRandom(seed);
      const text = sloppyText(random);
      const pieces = [...cutAnywhere(random, text)];
      expect(read(pieces), `seed ${seed}, ${JSON.stringify(text)}`).toEqual(read([text]));
      const before = start(random.pick([',', ';', '\t', '|']));
      expect(read([before, ...pieces]), `seed ${seed}, ${JSON.stringify(text)}`).toEqual(
        read([before + text]),
      );
    }
  });

  test('is read alike where a cut is within a quote, a CRLF and a letter', () => {
    const text = 'a,b\r\n"1""2","x\r\n😀"\r\n  "3" ,"z"';
    const rows = [
      ['a', 'b'],
      ['1"2', 'x\r\n😀'],
      ['3 ', 'z'],
    ];
    for (let at = 0; at <= text.length; at++) {
      const found = read([start(','), text.slice(0, at), text.slice(at)]);
      expect(found, `cut at ${at}`).toEqual({ rows: [['a', 'b'], ['x'.repeat(65_536)], ...rows] });
    }
  });

  test('has its delimiter told by as many letters, wherever its pieces are cut', () => {
    // The first delimiter comes just within or just after the letters that are looked at.
    for (const length of [65_534, 65_535, 65_536, 65_537]) {
      const text = `${'name\n'.repeat(65_536).slice(0, length - 1)}\n;b\n`;
      const whole = read([text]);
      expect(whole.rows.at(-1)).toEqual(length < 65_536 ? ['', 'b'] : [';b']);
      for (const cut of [1, 65_535, 65_536, 65_537, 65_538])
        expect(read([text.slice(0, cut), text.slice(cut)])).toEqual(whole);
    }
  });

  test('that is well-formed is read as papaparse reads it', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = createRandom(seed);
      const delimiter = random.pick([',', ';', '\t', '|']);
      const width = random.between(2, 4);
      const cell = () =>
        Array.from({ length: random.below(5) }, () =>
          random.pick(['a', 'स', '😀', '"', '\n', '\r\n', ',', ';', '|', '\t', ' ', '9841000001']),
        ).join('');
      const cells = Array.from({ length: random.between(1, 6) }, () => Array.from({ length: width }, cell));
      const header = Array.from({ length: width }, (_, i) => `column ${i}`);
      const text = Papa.unparse([header, ...cells], {
        delimiter,
        newline: '\r\n',
        quotes: random.chance(0.5),
      });
      const theirs = Papa.parse<string[]>(text, { delimiter, newline: '\r\n' });
      expect(theirs.data).toEqual([header, ...cells]);
      expect(rowsOf(text), `seed ${seed}, ${JSON.stringify(text)}`).toEqual(theirs.data);
    }
  });
});
