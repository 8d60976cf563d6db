import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase('template0');
  await migrate(database.url, '0010_sign_in_safety');
  ({ db, close } = openDatabase(database.url, 2, () => {}));
});
afterAll(async () => {
  await close();
  await database.drop();
});

const KYC = [
  ['kyc-list', 'get'],
  ['kyc-submit', 'post'],
];
const CONTACTS = [['contact-list', 'get']];

test('who runs an account keeps its KYC at the upgrade, and their colleagues do not get it', async () => {
  const account = async (name: string, isProvider = false) => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO account (name, is_provider) VALUES (${name}, ${isProvider}) RETURNING uuid`.execute(db);
    return rows[0]!.uuid;
  };
  const user = (of: string, name: string, pairs: unknown, { role = 'customer', active = true } = {}) =>
    sql`
      INSERT INTO users (account, name, email, role, ui_permissions, password_hash, is_active)
      VALUES (${of}, ${name}, ${`${name}@test.test`}, ${role}, ${pairs === null ? null : JSON.stringify(pairs)}, 'x', ${active})`.execute(
      db,
    );
  const [whole, reduced, left, odd] = [
    await account('whole'),
    await account('reduced'),
    await account('left'),
    await account('odd'),
  ];
  const { rows: providers } = await sql<{ uuid: string }>`SELECT uuid FROM account WHERE is_provider`.execute(
    db,
  );
  const provider = providers[0]?.uuid ?? (await account('provider', true));
  await user(whole, 'owner-by-role', null);
  await user(whole, 'colleague-of-role', CONTACTS);
  await user(reduced, 'owner', CONTACTS);
  await user(reduced, 'colleague', CONTACTS);
  await user(left, 'owner-who-left', CONTACTS, { active: false });
  await user(left, 'successor', [...CONTACTS, ['kyc-list', 'get']]);
  await user(odd, 'owner-with-nothing', []);
  await user(provider, 'staff', CONTACTS, { role: 'support' });

  await migrate(database.url);
  const { rows } = await sql<{ name: string; pairs: unknown }>`
    SELECT name, ui_permissions AS pairs FROM users WHERE email LIKE '%@test.test' ORDER BY uuid`.execute(db);
  expect(Object.fromEntries(rows.map(({ name, pairs }) => [name, pairs]))).toEqual({
    'owner-by-role': null,
    'colleague-of-role': CONTACTS,
    owner: [...CONTACTS, ...KYC],
    colleague: CONTACTS,
    'owner-who-left': CONTACTS,
    successor: [...CONTACTS, ...KYC],
    'owner-with-nothing': KYC,
    staff: CONTACTS,
  });
});
