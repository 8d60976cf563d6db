import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setUpPlans } from './planSetup.ts';

/** Groups among more contacts than are looked through at once. */

const setup = setUpPlans();
const CONTACTS = 11_000;

/** Contacts of whom every `each`-th is in the group. */
async function groupOf(each: number): Promise<string> {
  const { db, accounts } = setup.world;
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO contact_group (account, name) VALUES (${accounts.customer}, ${`Each ${each}`}) RETURNING uuid`.execute(
    db,
  );
  const group = rows[0]?.uuid as string;
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

describe('a group', () => {
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
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO contact_group (account, name) VALUES (${accounts.customer}, 'Signs') RETURNING uuid`.execute(
    db,
  );
  await sql`
    INSERT INTO contact (account, name, phone, operator, groups)
    SELECT ${accounts.customer}, name, '+97798410000' || lpad(n::text, 2, '0'), 'ntc', ARRAY[${rows[0]?.uuid}::uuid]
    FROM unnest(${names}::text[]) WITH ORDINALITY AS given(name, n)`.execute(db);
  const { uuid } = await setup.plan({
    ...setup.base(),
    body: '{{name}}',
    recipients: { groups: [rows[0]?.uuid as string], numbers: ['a,"b"\\{c}'] },
  });
  const [wrong, ...right] = await planned(uuid);
  expect(wrong).toEqual({ phone: 'a,"b"\\{c}', text: null, refusal: 'invalid' });
  expect(right.map(({ text }) => text).toSorted()).toEqual(names.toSorted());
});
