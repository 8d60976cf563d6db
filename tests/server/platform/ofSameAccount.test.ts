import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ofSameAccount } from '../../../server/services/platform/ofSameAccount.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test('a record of another account is not found by a reference', async () => {
  const { customer, other } = world.accounts;
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO payment_reference (account, "user", kind, amount, method, reference)
    SELECT account, uuid, 'topup', 100, 'bank', 'TXN-1' FROM users WHERE account = ${customer} LIMIT 1
    RETURNING uuid`.execute(world.db);
  const found = await sql<{ reference: string | null }>`
    SELECT ${ofSameAccount('t', { table: 'payment_reference', by: 'payment', column: 'reference' })} AS reference
    FROM (VALUES (1, ${rows[0]?.uuid}::uuid, ${customer}::uuid), (2, ${rows[0]?.uuid}::uuid, ${other}::uuid))
      AS t(n, payment, account) ORDER BY n`.execute(world.db);
  expect(found.rows.map(({ reference }) => reference)).toEqual(['TXN-1', null]);
});

test('no value of a campaign, plan, invoice or payment is looked up without the account of its row', () => {
  const server = resolve(import.meta.dirname, '../../../server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('node_modules'),
  );
  expect(files.length).toBeGreaterThan(300);
  // Rows without an account of their own find it so.
  const lookUp =
    /(?<!SELECT account )FROM (?:campaign|plan|invoice|payment_reference|online_payment) (\w)\b[^`()]*?\sWHERE \1\.uuid = [tm]\.\w+(?!\s+AND \1\.account = [tm]\.account)\b/g;
  const found = files.flatMap((name) =>
    [...readFileSync(join(server, name), 'utf8').matchAll(lookUp)].map(([text]) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});
