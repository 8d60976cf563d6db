import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownColumn, textColumn } from '../../../server/db/columns.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase('template0');
  database = openDatabase(own.url, 1, () => {});
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

type Texts = (string | null | undefined)[];

const rowsOf = async (numbers: (number | null)[], words: Texts, texts: Texts) => {
  const given = numbers.map((n, index) => ({ n, word: words[index] }));
  const { rows } = await sql`SELECT * FROM ROWS FROM (
    ${ownColumn(given, 'n', 'int')}, ${ownColumn(given, 'word', 'text')}, ${textColumn(texts)}) AS r(n, word, text)`.execute(
    database.db,
  );
  return rows;
};

test('rows come out as they went in, whatever their texts have in them', async () => {
  const texts = ['', 'NULL', 'null', '{a,b}', '"quoted"', 'back\\slash', 'two\nlines\t', 'नमस्ते 🙏', null];
  const numbers = texts.map((_, index) => index);
  const words = texts.map((_, index) => (index % 2 ? 'UCS-2' : undefined));
  expect(await rowsOf(numbers, words, texts)).toEqual(
    texts.map((text, index) => ({ n: index, word: index % 2 ? 'UCS-2' : null, text })),
  );
});

test('a column without any value is NULL', async () => {
  expect(await rowsOf([1, 2], [undefined, undefined], [null, null])).toEqual([
    { n: 1, word: null, text: null },
    { n: 2, word: null, text: null },
  ]);
});

test('half of a surrogate pair is replaced', async () => {
  expect(await rowsOf([1], ['a'], ['cut \ud83d'])).toEqual([{ n: 1, word: 'a', text: 'cut \ufffd' }]);
});
