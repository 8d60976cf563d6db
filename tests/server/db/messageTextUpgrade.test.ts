import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { seed } from '../../support/app.ts';
import { createTestDatabase } from '../../support/database.ts';

test('administrators with pairs of their own who could read texts get message-text, and nobody else', async () => {
  const database = await createTestDatabase('template0');
  await migrate(database.url, '0010_sign_in_safety');
  const { db, close } = openDatabase(database.url, 2, () => {});
  try {
    const { provider, customer } = await seed(db);
    const add = (account: string, role: string, email: string, pairs: string[][] | null) =>
      sql`
        INSERT INTO users (account, name, email, role, password_hash, ui_permissions)
        VALUES (${account}, ${email}, ${email}, ${role}, 'x', ${pairs && JSON.stringify(pairs)}::jsonb)`.execute(
        db,
      );
    const reads = ['sms-dispatch', 'get'];
    await add(provider, 'admin', 'reads', [reads]);
    await add(provider, 'admin', 'oversees', [['campaign-oversight', 'get']]);
    await add(provider, 'admin', 'counts', [['wallet-list', 'get']]);
    await add(provider, 'admin', 'all', null);
    await add(provider, 'support', 'supports', [reads]);
    await add(customer, 'customer', 'sends', [reads]);
    await migrate(database.url);
    const { rows } = await sql<{ email: string; ui_permissions: string[][] | null }>`
      SELECT email, ui_permissions FROM users WHERE email NOT LIKE '%@%'`.execute(db);
    const holds = rows.map(({ email, ui_permissions }) => [
      email,
      ui_permissions?.some((pair) => pair.join() === 'message-text,get') ?? null,
    ]);
    expect(Object.fromEntries(holds)).toEqual({
      ...{ reads: true, oversees: true, counts: false, all: null, supports: false, sends: false },
    });
  } finally {
    await close();
    await database.drop();
  }
});
