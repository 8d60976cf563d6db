import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

const PATH = '/v1/core/sms/blacklist-numbers/';
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
afterEach(() => sql`TRUNCATE blacklist_number, row_count`.execute(t.db));

const add = (body: object, as: User = 'customer') =>
  t.call<{ data: BlacklistNumber } & Failure>(as, 'POST', PATH, body);

/** Entries as they are in the database, for what the API does not make. */
const seed = (rows: readonly { phone: string; reason?: string; source?: string; at?: string }[]) =>
  sql`
    INSERT INTO blacklist_number (account, phone, reason, source, created_at, uuid)
    SELECT ${t.accounts.customer}, phone, reason, coalesce(source, 'manual'), at, uuid_v7(at)
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ at: '2026-01-01T00:00:00Z', ...row })))}::jsonb)
      AS r(phone text, reason text, source text, at timestamptz)`.execute(t.db);

describe('adding a number', () => {
  test('by hand, however it is written, with or without saying whose wish it is', async () => {
    const manual = await add({ phone: '९८४१-०००-००१', reason: ' Asked by phone ' });
    expect(manual.status).toBe(201);
    expect(manual.body.data).toMatchObject({
      phone: '+9779841000001',
      reason: 'Asked by phone',
      source: 'manual',
    });
    const asked = await add({ phone: '9841000002', source: 'opt-out' });
    expect(asked.body.data).toMatchObject({ source: 'opt-out', reason: null });
    expect((await add({ phone: '9841000003', source: 'manual' })).body.data.source).toBe('manual');
  });

  test('cannot be added with the source "import"', async () => {
    const { status, body } = await add({ phone: '9841000001', source: 'import' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(['source']);
  });

  test('a second time is refused beside its field', async () => {
    await add({ phone: '9841000001' });
    const { status, body } = await add({ phone: '+977 9841000001', source: 'opt-out' });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ phone: ['This number is already on the blacklist.'] });
  });

  test('its reason can be changed, its number and source cannot', async () => {
    const { uuid } = (await add({ phone: '9841000001', source: 'opt-out' })).body.data;
    const changed = await t.call<{ data: BlacklistNumber }>('customer', 'PUT', `${PATH}${uuid}/`, {
      reason: 'Called on Monday',
    });
    expect(changed.body.data).toMatchObject({
      phone: '+9779841000001',
      source: 'opt-out',
      reason: 'Called on Monday',
    });
    for (const change of [{ phone: '9841000009' }, { source: 'manual' }]) {
      expect((await t.call('customer', 'PUT', `${PATH}${uuid}/`, { reason: '', ...change })).status).toBe(
        400,
      );
    }
  });
});

describe('the export', () => {
  const lines = (text: string) => text.trimEnd().split('\r\n');
  const exported = (query = '', as: User = 'customer', path = PATH) =>
    t.call(as, 'GET', `${path}export/${query}`);

  test('is UTF-8 with its mark, in Nepal’s time, and runs no formula', async () => {
    await seed([
      { phone: '+9779841000001', reason: 'फोनमा भन्नुभयो', at: '2026-01-01T18:20:00Z' },
      {
        phone: '+9779841000002',
        reason: '=HYPERLINK("http://x")',
        source: 'import',
        at: '2026-01-02T00:00:00Z',
      },
      { phone: '+9779841000003', source: 'opt-out', at: '2026-01-03T00:00:00Z' },
    ]);
    const { text, headers } = await exported();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/filename="blacklist \d{4}-\d\d-\d\d\.csv"/);
    expect(lines(text)).toEqual([
      '\ufeffnumber,reason,source,added on',
      '+9779841000003,,opt-out,2026-01-03 05:45:00 +05:45',
      `+9779841000002,"'=HYPERLINK(""http://x"")",import,2026-01-02 05:45:00 +05:45`,
      '+9779841000001,फोनमा भन्नुभयो,manual,2026-01-02 00:05:00 +05:45',
    ]);
  });

  test.each([
    '?source=opt-out',
    '?source__in=manual,import&ordering=phone',
    '?search=98411',
    '?search=court&ordering=-phone',
    '?created_at__gte=2026-01-05T00:00:00Z&created_at__lte=2026-01-07T00:00:00Z',
    '?phone=%2B9779841100003',
    '?search=nothing',
  ])('has the rows of the list, all of them, in its order: %s', async (query) => {
    await seed(
      Array.from({ length: 60 }, (_, n) => ({
        phone: `+9779841${n % 2}000${String(n).padStart(2, '0')}`,
        source: ['manual', 'import', 'opt-out'][n % 3] as string,
        reason: n % 4 === 0 ? `Court order ${n}` : undefined,
        at: `2026-01-${String(1 + (n % 10)).padStart(2, '0')}T00:00:00Z`,
      })),
    );
    const { body } = await t.call<{ results: BlacklistNumber[] }>(
      'customer',
      'GET',
      `${PATH}${query}&page_size=1000`,
    );
    const [, ...rows] = lines((await exported(query)).text);
    expect(rows.map((row) => row.split(',')[0])).toEqual(body.results.map(({ phone }) => phone));
  });

  test('has every row where there are many pages', async () => {
    await sql`
      INSERT INTO blacklist_number (account, phone)
      SELECT ${t.accounts.customer}, '+977984' || (1000000 + n) FROM generate_series(1, 5001) n`.execute(
      t.db,
    );
    const rows = lines((await exported()).text).slice(1);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(5001);
  });

  test('answers under both spellings of the path, and only to whom the list does', async () => {
    await seed([{ phone: '+9779841000001' }]);
    const other = await exported('', 'customer', '/v1/sms/blacklist-numbers/');
    expect(lines(other.text)).toHaveLength(2);
    expect(lines((await exported('', 'other')).text)).toHaveLength(1);
    expect((await exported('', 'support')).status).toBe(403);
    expect((await exported('?colour=red')).status).toBe(400);
  });
});

test('a plan says since when, from where and why a number is refused', async () => {
  await seed([
    { phone: '+9779841000001', reason: 'Asked by phone, on Monday.', at: '2026-03-04T20:00:00Z' },
    { phone: '+9779841000002', source: 'opt-out', at: '2026-03-04T10:00:00Z' },
    { phone: '+9779841000003', source: 'import', reason: ' ', at: '2026-03-04T10:00:00Z' },
  ]);
  const numbers = ['9841000001', '9841000002', '9841000003', '9841000004'];
  const { body } = await t.call<{ data: Plan }>('customer', 'POST', '/v1/sms/compose/plan/', {
    name: 'Try',
    sender: t.sender,
    body: 'Hello',
    recipients: { numbers },
  });
  expect(body.data).toMatchObject({ recipients: 1, refused: { blacklisted: 3 } });
  // 20:00 UTC is the next day in Nepal.
  const reasons = [
    'On the blacklist since 2026-03-05 (manual): Asked by phone, on Monday.',
    'On the blacklist since 2026-03-04 (opt-out).',
    'On the blacklist since 2026-03-04 (import).',
  ];
  expect(body.data.refused_rows.map(({ reason }) => reason)).toEqual(reasons);
  const csv = await t.call('customer', 'GET', `/v1/sms/compose/plan/${body.data.uuid}/refused/`);
  for (const reason of reasons) expect(csv.text).toContain(reason);
});
