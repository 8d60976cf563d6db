import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { seedDemo, seedReference } from '../../../server/demo/demo.ts';
import { localFiles } from '../../../server/services/files/files.ts';
import { kindOf } from '../../../server/services/files/uploadKind.ts';
import { onboardingOf } from '../../../server/services/reports/onboarding.ts';
import { audit } from '../../support/audit.ts';
import { createTestDatabase } from '../../support/database.ts';

test('the demonstration is seeded once, and its money adds up', async () => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.url, 4, () => {});
  const folder = await mkdtemp(join(tmpdir(), 'demo-files-'));
  const files = localFiles(folder);
  try {
    for (let round = 0; round < 2; round++) {
      await seedReference(db);
      await seedDemo(db, { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' }, files);
    }
    const { rows } = await sql`
      SELECT (SELECT max(balance) FROM account) AS balance, (SELECT count(*) FROM contact) AS contacts,
        (SELECT count(*) FROM contact_group) AS groups, (SELECT count(*) FROM users) AS users,
        (SELECT array_agg(DISTINCT status ORDER BY status) FROM message) AS statuses`.execute(db);
    expect(rows).toEqual([
      {
        balance: 5_000_000,
        contacts: 1096,
        groups: 7,
        users: 12,
        statuses: ['cancelled', 'delivered', 'expired', 'rejected', 'undelivered', 'unknown'],
      },
    ]);
    await audit(db);

    // New customers are told how long each of their first steps usually takes: some hours.
    const { rows: accounts } = await sql<{ uuid: string }>`
      SELECT uuid FROM account WHERE name = 'Himal Traders'`.execute(db);
    const { usual } = await onboardingOf(db, accounts[0]?.uuid as string);
    for (const seconds of Object.values(usual)) {
      expect(seconds).toBeGreaterThan(3600);
      expect(seconds).toBeLessThan(12 * 3600);
    }
    const { rows: undecided } = await sql`
      SELECT uuid FROM payment_reference WHERE status IN ('confirmed', 'rejected') AND method <> 'wallet'
        AND (decided_by IS NULL OR decided_at <= created_at)`.execute(db);
    expect(undecided).toEqual([]);

    // What waits for a decision, with documents that are what they say and can be looked at.
    const waiting = await sql`
      SELECT (SELECT count(*)::int FROM kyc WHERE status = 'pending') AS kyc,
        (SELECT count(*)::int FROM sender_identity WHERE status = 'pending') AS senders,
        (SELECT count(*)::int FROM payment_review WHERE status = 'pending' AND account_name <> 'Himal Traders') AS payments,
        (SELECT count(*)::int FROM payment_review WHERE status = 'pending' AND twins <> '[]') AS duplicates`.execute(
      db,
    );
    expect(waiting.rows).toEqual([{ kyc: 3, senders: 3, payments: 4, duplicates: 1 }]);
    const documents = await sql<{ path: string; kind: string; size: number }>`
      SELECT path, kind, size FROM file WHERE kind IN ('pdf', 'png')`.execute(db);
    expect(documents.rows.length).toBeGreaterThan(10);
    for (const { path, kind, size } of documents.rows) {
      const local = await files.local(path);
      expect(await kindOf(local.path)).toBe(kind);
      expect(size).toBeLessThan(20_000);
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  }
});
