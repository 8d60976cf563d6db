import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../../../server/services/sending/recipients.ts';
import { setUpPlans } from './planSetup.ts';

/** Groups among more contacts than are looked through at once. */

const setup = setUpPlans();
const CONTACTS = 11_000;

async function addGroup(name: string): Promise<string> {
  const { db, accounts } = setup.world;
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO contact_group (account, name) VALUES (${accounts.customer}, ${name}) RETURNING uuid`.execute(
    db,
  );
  return rows[0]?.uuid as string;
}

/** Contacts of whom every `each`-th is in the group. */
async function groupOf(each: number): Promise<string> {
  const { db, accounts } = setup.world;
  const group = await addGroup(`Each ${each}`);
  await sql`
    INSERT INTO contact (uuid, account, name, phone, operator, groups, is_active, attributes)
    SELECT ('019a' || lpad(to_hex(n), 8, '0') || '-7000-8000-' || lpad(to_hex(${each}::int), 12, '0'))::uuid,
      ${accounts.customer}, 'Name ' || n, '+97798410' || lpad(n::text, 5, '0'), 'ntc',
      CASE WHEN n % ${each} = 0 THEN ARRAY[${group}::uuid] ELSE '{}' END, n <> ${each}, '{}'
    FROM generate_series(1, ${CONTACTS}::int) n
    ON CONFLICT DO NOTHING`.execute(db);
  return group;
}

const planned = async (uuid: string) => {
  const { rows } = await sql<{ phone: string; text: string | null; refusal: string | null }>`
    SELECT phone, text, refusal FROM plan_recipient WHERE plan = ${uuid} ORDER BY position`.execute(
    setup.world.db,
  );
  return rows;
};

/** Rows of contacts that PostgreSQL read for the recipients of groups, and their numbers. */
async function readOf(groups: readonly string[], body: string) {
  const { db, deps, accounts } = setup.world;
  return db.transaction().execute(async (trx) => {
    // Of this session, with what it has not reported of earlier transactions.
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
        WHERE relid = 'contact'::regclass`.execute(trx);
      return rows[0]?.read ?? 0;
    };
    const before = await readSoFar();
    const phones: string[] = [];
    const source = sourceOf(trx, deps.files, accounts.customer, {
      body,
      recipients: { groups: [...groups] },
    });
    for await (const batch of source) phones.push(...batch.map(({ value }) => value));
    return { phones, read: (await readSoFar()) - before };
  });
}

describe('a group', () => {
  test.each(['Sale', 'Dear {{name}}'])(
    'that is small is read without the account’s other contacts: %s',
    async (body) => {
      const { db } = setup.world;
      const [small, other] = [await groupOf(2000), await addGroup('Other')];
      await sql`
        UPDATE contact SET groups = groups || ${other}::uuid WHERE right(phone, 5) IN ('03000', '04000')`.execute(
        db,
      );
      await sql`VACUUM ANALYZE contact`.execute(db);
      const { phones, read } = await readOf([small], body);
      expect(phones.map((phone) => phone.slice(-5))).toEqual(['04000', '06000', '08000', '10000']);
      expect(read).toBeLessThan(50);
      const both = await readOf([other, small], body);
      expect(both.phones.map((phone) => phone.slice(-5))).toEqual([
        '03000',
        '04000',
        '06000',
        '08000',
        '10000',
      ]);
    },
  );

  test.each(['Sale', 'Dear {{name}}'])(
    'that is large with another one is looked for among all contacts of the account: %s',
    async (body) => {
      const groups = [await groupOf(2000), await addGroup('Other')];
      const { db } = setup.world;
      // As if each had more than half of the contacts up to which groups are small.
      await sql`UPDATE contact_group SET count = 10001 WHERE uuid = ANY(${groups}::uuid[])`.execute(db);
      await sql`VACUUM ANALYZE contact`.execute(db);
      const { phones, read } = await readOf(groups, body);
      expect(phones.map((phone) => phone.slice(-5))).toEqual(['04000', '06000', '08000', '10000']);
      expect(read).toBeGreaterThanOrEqual(CONTACTS);
    },
  );

  test.each([
    ['of all contacts', 1],
    ['of a few, none of them among the first or the last', 4000],
    ['whose only contact is inactive', CONTACTS],
  ])('%s is planned: each contact once, none that is inactive', async (_, each) => {
    const group = await groupOf(each);
    const { uuid, given } = await setup.plan({ ...setup.base(), recipients: { groups: [group] } });
    const expected = Array.from({ length: Math.floor(CONTACTS / each) - 1 }, (_, i) => (i + 2) * each);
    expect(given).toBe(expected.length);
    const rows = await planned(uuid);
    expect(rows.map(({ phone }) => phone)).toEqual(
      expected.map((n) => `+97798410${String(n).padStart(5, '0')}`),
    );
  });

  test('whose contacts have names gives each the own one', async () => {
    const group = await groupOf(4000);
    const { uuid } = await setup.plan({
      ...setup.base(),
      body: 'Dear {{name}}',
      recipients: { groups: [group] },
    });
    expect((await planned(uuid)).map(({ text }) => text)).toEqual(['Dear Name 8000']);
  });
});

test('texts and reasons of a plan are kept to the letter, whatever signs they have', async () => {
  const { db, accounts } = setup.world;
  const names = ['a,b', '{x}', '"quoted"', 'back\\slash', "it's", 'NULL', 'line\nbreak', 'नमस्ते', '🙂'];
  const group = await addGroup('Signs');
  await sql`
    INSERT INTO contact (account, name, phone, operator, groups)
    SELECT ${accounts.customer}, name, '+97798410000' || lpad(n::text, 2, '0'), 'ntc', ARRAY[${group}::uuid]
    FROM unnest(${names}::text[]) WITH ORDINALITY AS given(name, n)`.execute(db);
  const { uuid } = await setup.plan({
    ...setup.base(),
    body: '{{name}}',
    recipients: { groups: [group], numbers: ['a,"b"\\{c}'] },
  });
  const [wrong, ...right] = await planned(uuid);
  expect(wrong).toEqual({ phone: 'a,"b"\\{c}', text: null, refusal: 'invalid' });
  expect(right.map(({ text }) => text).toSorted()).toEqual(names.toSorted());
});
