import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { seedDemo, seedReference } from '../../server/demo.ts';
import { audit } from '../support/audit.ts';
import { createTestDatabase } from '../support/database.ts';

test('the demonstration is seeded once, and its money adds up', async () => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.url, 4, () => {});
  try {
    for (let round = 0; round < 2; round++) {
      await seedReference(db);
      await seedDemo(db, { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' });
    }
    const { rows } = await sql`
      SELECT (SELECT max(balance) FROM account) AS balance, (SELECT count(*) FROM contact) AS contacts,
        (SELECT count(*) FROM contact_group) AS groups, (SELECT count(*) FROM users) AS users,
        (SELECT array_agg(DISTINCT status ORDER BY status) FROM message) AS statuses`.execute(db);
    expect(rows).toEqual([
      {
        balance: 5_000_000,
        contacts: 1000,
        groups: 3,
        users: 3,
        statuses: ['cancelled', 'delivered', 'expired', 'rejected', 'undelivered', 'unknown'],
      },
    ]);
    await audit(db);
  } finally {
    await close();
    await database.drop();
  }
});
