import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { type Actor, audit } from '../../../server/services/platform/audit.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';

const PATH = '/v1/admin/audit-log/';
const RECORD = '01890000-0000-7000-8000-000000000001';

let world: TestApp;
let asha: Actor;
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string; account: string }>`
    SELECT uuid, account FROM users WHERE email = ${users.admin}`.execute(world.db);
  asha = { user: rows[0]!.uuid, account: rows[0]!.account, ip: '10.0.0.9', requestId: 'request-1' };
  await note({ title: 'So that the log is never empty' });
});
afterAll(() => world.close());

interface Listed {
  count: number;
  next: string | null;
  results: AuditEntry[];
}

const list = async (query = ''): Promise<AuditEntry[]> => {
  const { status, body, text } = await world.call<Listed>('admin', 'GET', `${PATH}?page_size=1000&${query}`);
  expect(status, text).toBe(200);
  return body.results;
};
const newest = async (query = ''): Promise<AuditEntry> => (await list(query))[0]!;

const note = (event: Partial<Parameters<typeof audit>[2]>, by: Actor | null = asha) =>
  audit(world.db, by, { action: 'update', entity: 'sms/templates', record: RECORD, ...event });

describe('an entry', () => {
  test('says who, what, which record, from where, and in which request', async () => {
    await note({ action: 'approve', title: 'Dues', after: { status: 'approved' } });
    expect(await newest()).toEqual({
      uuid: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      action: 'approve',
      entity: 'sms/templates',
      title: 'Dues',
      record: RECORD,
      actor: asha.user,
      actor_name: 'Asha Gurung',
      actor_email: users.admin,
      acting_as: null,
      acting_as_name: null,
      api_key: null,
      api_key_name: null,
      account: asha.account,
      account_name: 'Demo Provider',
      before: null,
      after: { status: 'approved' },
      ip: '10.0.0.9',
      request_id: 'request-1',
    });
  });

  test('keeps of an update only what changed, and is not written where nothing did', async () => {
    const before = { name: 'A', body: 'x', list: [1, 2], updated_at: '2026-01-01T00:00:00Z' };
    await note({ before, after: { ...before, body: 'y', list: [1, 3] } });
    expect(await newest()).toMatchObject({
      before: { body: 'x', list: [1, 2] },
      after: { body: 'y', list: [1, 3] },
    });
    const { uuid } = await newest();
    await note({ before, after: { ...before, updated_at: '2026-02-02T00:00:00Z' } });
    expect((await newest()).uuid).toBe(uuid);
  });

  test('has no secret: by its name at any depth, and in addresses; that one changed is an entry all the same', async () => {
    await note({
      after: {
        name: 'Link',
        url: 'smpp://name:p@ss-word@operator.example:2775?window=5',
        password: 'p1',
        settings: [{ webhook_secret: 'p2', deep: { apiKey: 'p3', resetToken: 'p4', kept: 'yes' } }],
        password_hash: 'p5',
      },
    });
    const { after } = await newest();
    expect(after).toEqual({
      name: 'Link',
      url: 'smpp://name:***@operator.example:2775?window=5',
      settings: [{ deep: { kept: 'yes' } }],
    });
    await note({ before: { password: 'old' }, after: { password: 'new' } });
    expect(await newest()).toMatchObject({ action: 'update', before: {}, after: {} });
  });

  test('of staff who are signed in as a customer names both', async () => {
    const { rows } = await sql<{ uuid: string; account: string }>`
      SELECT uuid, account FROM users WHERE email = ${users.customer}`.execute(world.db);
    const { uuid: user, account } = rows[0]!;
    await note({ action: 'sign-out' }, { user, account, actor: asha.user });
    expect(await newest()).toMatchObject({
      actor: asha.user,
      actor_name: 'Asha Gurung',
      acting_as: user,
      acting_as_name: 'Sita Sharma',
      account_name: 'Himal Traders',
    });
  });

  test('of the server itself names nobody', async () => {
    await note({ action: 'confirm', account: world.accounts.other }, null);
    expect(await newest()).toMatchObject({ actor: null, actor_name: null, account_name: 'Terai Mills' });
  });
});

describe('the log', () => {
  test.each([
    ['UPDATE', sql`UPDATE audit_entry SET title = 'nothing to see'`],
    ['DELETE', sql`DELETE FROM audit_entry`],
    ['TRUNCATE', sql`TRUNCATE audit_entry`],
  ])('refuses %s, and stays as it was', async (_, statement) => {
    const dump = () =>
      sql<{ n: number; all: string }>`
        SELECT count(*)::int AS n, md5(string_agg(a::text, '' ORDER BY uuid)) AS all FROM audit_entry a`.execute(
        world.db,
      );
    const before = (await dump()).rows;
    expect(before[0]?.n).toBeGreaterThan(0);
    await expect(statement.execute(world.db)).rejects.toThrow(/audit_entry/);
    expect((await dump()).rows).toEqual(before);
  });

  test('loses an entry with the transaction that it was written in', async () => {
    const { uuid } = await newest();
    const work = world.db.transaction().execute(async (trx) => {
      await audit(trx, asha, { action: 'delete', entity: 'sms/templates', record: RECORD, before: { a: 1 } });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect((await newest()).uuid).toBe(uuid);
  });

  test('is for administrators alone, and has no way to write', async () => {
    const { uuid } = await newest();
    for (const path of [PATH, `${PATH}${uuid}/`, `${PATH}export/`]) {
      expect((await world.call(null, 'GET', path)).status).toBe(401);
      for (const caller of ['customer', 'support'] as const)
        expect((await world.call(caller, 'GET', path)).status, `${caller} ${path}`).toBe(403);
    }
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}${uuid}/`],
      ['DELETE', `${PATH}${uuid}/`],
      ['DELETE', `${PATH}?action=delete`],
    ] as const)
      expect((await world.call('admin', method, path, {})).status, method).toBe(404);
  });
});

describe('finding entries', () => {
  test('by who, whose, what, which record, and words', async () => {
    const marked = '01890000-0000-7000-8000-00000000abcd';
    await note({ action: 'reject', entity: 'kyc', record: marked, title: 'Bagmati Dairy' });
    const found = async (query: string) => (await list(query)).map(({ title }) => title);
    expect(await found(`record=${marked}`)).toEqual(['Bagmati Dairy']);
    expect(await found(`record=${marked}&actor=${asha.user}&account=${asha.account}`)).toHaveLength(1);
    expect(await found(`record=${marked}&account=${world.accounts.other}`)).toEqual([]);
    expect(await found('action=reject&entity=kyc')).toEqual(['Bagmati Dairy']);
    expect(await found('search=agmati')).toEqual(['Bagmati Dairy']);
    expect(await found('search=Ba')).toEqual(['Bagmati Dairy']);
    expect(await found(`search=${users.admin}&action=reject`)).toEqual(['Bagmati Dairy']);
    expect(await found('action__in=reject,unheard-of')).toEqual(['Bagmati Dairy']);
    expect(await found('action=unheard-of')).toEqual([]);
  });

  test('by time, to the millisecond, whatever the uuids say', async () => {
    const record = '01890000-0000-7000-8000-00000000beef';
    await note({ record });
    const { created_at, uuid } = await newest();
    const uuids = async (query: string) => (await list(query)).map((entry) => entry.uuid);
    const at = (ms: number) => encodeURIComponent(new Date(Date.parse(created_at) + ms).toISOString());
    expect(await uuids(`created_at__gte=${at(0)}`)).toContain(uuid);
    expect(await uuids(`created_at__gte=${at(1)}`)).not.toContain(uuid);
    expect(await uuids(`created_at__lte=${at(1)}`)).toContain(uuid);
    expect(await uuids(`created_at__lte=${at(-1)}`)).not.toContain(uuid);
    expect(await uuids(`record=${record}&created_at__lte=${at(-7_200_000)}`)).toEqual([]);
  });

  test('a page, a filter and a range of a large log each read an index', async () => {
    await sql`
      INSERT INTO audit_entry (uuid, created_at, actor, actor_name, actor_email, action, entity, title)
      SELECT uuid_v7(at), at, gen_random_uuid(), 'Person ' || i % 500, 'p' || i % 500 || '@x.test',
        CASE WHEN i % 5000 = 1 THEN 'settle' ELSE 'update' END, 'contact', 'Contact ' || i
      FROM generate_series(1, 30000) i, LATERAL (SELECT now() - make_interval(mins => 2 * i + 60) AS at) t`.execute(
      world.db,
    );
    await sql`ANALYZE audit_entry`.execute(world.db);
    const plan = (conditions: string) =>
      world.db.transaction().execute(async (trx) => {
        // Of a disk without moving parts, as the server's own PostgreSQL has it.
        await sql`SET LOCAL random_page_cost = 1.1`.execute(trx);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          EXPLAIN SELECT * FROM audit_entry t WHERE ${sql.raw(conditions)} ORDER BY uuid DESC LIMIT 26`.execute(
          trx,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await plan('true')).toMatch(/Index Scan Backward using audit_entry_pkey/);
    expect(await plan("action = 'settle'")).toMatch(/audit_entry_action/);
    expect(await plan("(title ILIKE '%Contact 29999%' OR actor_name ILIKE '%Contact 29999%')")).toMatch(
      /audit_entry_search/,
    );
    const past = encodeURIComponent(new Date(Date.now() - 40 * 86_400_000).toISOString());
    const { body } = await world.call<Listed>('admin', 'GET', `${PATH}?created_at__lte=${past}&page_size=5`);
    expect(body.results).toHaveLength(5);
    expect(body.results.every(({ created_at }) => created_at <= decodeURIComponent(past))).toBe(true);
  });
});

describe('the export', () => {
  test('has what the filter matches, and nothing that a spreadsheet would run', async () => {
    const record = '01890000-0000-7000-8000-00000000ffff';
    await note({ action: 'create', record, title: '=HYPERLINK("http://x")', after: { a: '=1+1' } });
    await note({ action: 'delete', record, title: 'Dues; "old"', before: { a: 1 } });
    const { status, text, headers } = await world.call('admin', 'GET', `${PATH}export/?record=${record}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/filename="audit-log \d{4}-\d\d-\d\d\.csv"/);
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      'time (NPT),who,e-mail,acting as,API key,action,entity,record,called,account,before,after,from,request',
    );
    expect(lines[1]).toContain(`Asha Gurung,${users.admin},,,delete,sms/templates,${record},"Dues; ""old"""`);
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  test('refuses a filter that there is not', async () => {
    expect((await world.call('admin', 'GET', `${PATH}export/?colour=red`)).status).toBe(400);
    expect((await world.call('admin', 'GET', `${PATH}export/?record=1`)).status).toBe(400);
  });
});
