import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startQueue } from '../../server/jobs/queue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

/** Given to `db` or `psql` with -c, as the text of a heredoc, or written as code in a sentence. */
const WAYS = [
  /\s-[A-Za-z]*c "((?:[^"\\]|\\.)*)"/g,
  /\s-[A-Za-z]*c '([^']*)'/g,
  /<<'SQL'\n([\s\S]*?)\n *SQL\n/g,
  /`([A-Z]+\s[^`]*)`/g,
];
/** What can be planned without being run; `DELETE /v1/...` is a request. */
const PLANNED = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|TABLE|WITH)\s/;
/** What a reader puts in, and something of its kind. */
const filledIn = (text: string) => text.replace(/\bPID\b/g, '1').replaceAll('\\"', '"');
const statementsOf = (page: string) => {
  const text = readFileSync(join(docs, page), 'utf8');
  return WAYS.flatMap((way) => [...text.matchAll(way)].map(([, found = '']) => filledIn(found)))
    .filter((statement) => PLANNED.test(statement))
    .map((statement) => ({ page, statement }));
};

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const log = { error: console.error, warn: () => {}, info: () => {} };
  await (await startQueue({ url: database.url, handlers: null, log })).stop();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('PostgreSQL can plan every statement that a page gives to people', async () => {
  const refused: object[] = [];
  const statements = pages.flatMap(statementsOf);
  for (const { page, statement } of statements)
    await client
      .query(`EXPLAIN ${statement}`)
      .catch(({ message }: Error) => refused.push({ page, statement, message }));
  expect(refused).toEqual([]);
  expect(statements.filter(({ page }) => page === 'runbook.md').length).toBeGreaterThan(25);
  expect(statements.length).toBeGreaterThan(35);
});
