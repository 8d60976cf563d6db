import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  // The tables of this test are empty, so that reading them whole is cheaper.
  await client.query('SET enable_seqscan = off');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([
  ['the failed mail of a day', 'mail_failed', 'mail WHERE failed_at > now()'],
  ['decisions about KYC', 'kyc_decision_decided', 'kyc_decision WHERE decided_at > now()'],
  ['decisions about sender IDs', 'sender_identity_decided', 'sender_identity WHERE decided_at > now()'],
  [
    'decisions about payments',
    'payment_reference_decided',
    'payment_reference WHERE decided_at > now() AND decided_by IS NOT NULL',
  ],
])('%s are read off an index, however many came before', async (_, index, from) => {
  const { rows } = await client.query(`EXPLAIN (COSTS OFF) SELECT uuid FROM ${from}`);
  expect(JSON.stringify(rows)).toMatch(new RegExp(` (using|on) ${index}\\b`));
});
