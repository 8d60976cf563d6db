import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountExport } from '../../../schema/accountExport.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { FileGone } from '../../../server/services/files/files.ts';
import { runExport } from '../../../server/services/people/accountExport.ts';
import { accountSheets } from '../../../server/services/people/accountSheets.ts';
import { failUnfinished } from '../../../server/services/platform/longRecords.ts';
import { zipEntries, zipReader } from '../../../server/services/sheets/zip.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

const PATH = '/v1/autho/exports/';
type One = { data: AccountExport };

let app: TestApp;
let t: TestApp;
/** Whether jobs wait instead of being run. */
let isHeld = false;
let enqueued: string[] = [];
beforeAll(async () => {
  app = await createTestApp({
    async enqueue(job, { uuid }) {
      enqueued.push(job);
      if (!isHeld) await runExport({ db: app.db, files: app.deps.files }, uuid);
    },
  });
});
beforeEach(async () => {
  isHeld = false;
  enqueued = [];
  t = await app.newCustomers();
});
afterAll(() => app.close());

const start = () => t.call<One>('customer', 'POST', PATH, {});
const record = async (uuid: string) => (await t.call<One>('customer', 'GET', `${PATH}${uuid}/`)).body.data;

/** The sheets of a downloaded archive, by name. */
async function download(uuid: string): Promise<Map<string, string>> {
  const { statusCode, headers, rawPayload } = await t.app.inject({
    url: `${PATH}${uuid}/download/`,
    headers: { authorization: `Bearer ${t.tokens.customer}` },
  });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
  const names = zipEntries(rawPayload).map(({ name }) => name);
  const read = zipReader(rawPayload, 10_000_000);
  return new Map(await Promise.all(names.map(async (name) => [name, String(await read(name))] as const)));
}

test('has everything of the account and nothing of another', async () => {
  for (const [as, name] of [
    ['customer', 'Own'],
    ['other', 'Foreign'],
  ] as const) {
    const phone = as === 'customer' ? '9841000001' : '9841000002';
    const contact = {
      name: `${name}, "quoted"`,
      phone,
      groups: [],
      attributes: { city: 'Ilam' },
      is_active: true,
    };
    const made = [
      await t.call(as, 'POST', '/v1/core/contacts/', contact),
      await t.call(as, 'POST', '/v1/sms/templates/', { name: `${name} template`, body: '=1+1 नमस्ते' }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
  }
  const { status, body } = await start();
  expect(status).toBe(201);
  expect(enqueued).toEqual(['account-export']);
  const done = await record(body.data.uuid);
  expect(done).toMatchObject({ status: 'completed', error: null });
  expect(done.size).toBeGreaterThan(1000);

  const sheets = await download(body.data.uuid);
  expect([...sheets.keys()]).toEqual(accountSheets.map(({ name }) => `${name}.csv`));
  expect(sheets.get('contacts.csv')).toMatch(
    /^\ufeffname,phone,operator,groups,attributes,is active,created \(NPT\)\r\n"Own, ""quoted""",\+9779841000001,/,
  );
  expect(sheets.get('templates.csv')).toContain("'=1+1 नमस्ते");
  expect(sheets.get('wallet.csv')).toContain('opening,50000.00,50000.00');
  expect(sheets.get('account.csv')).toContain('Himal Traders');
  expect(sheets.get('actions.csv')).toContain('Sita Sharma,create,');
  const all = [...sheets.values()].join('');
  expect(all).not.toMatch(/Foreign|Terai/);
  // As many rows as are counted.
  const lines = [...sheets.values()].reduce((sum, text) => sum + text.split('\r\n').length - 2, 0);
  expect(done.rows).toBe(lines);
});

test('an erased number of the blacklist is told as erased, not as its hash', async () => {
  await sql`
    INSERT INTO blacklist_number (account, phone, source)
    VALUES (${t.accounts.customer}, 'erased:' || repeat('x', 43), 'manual')`.execute(t.db);
  const { uuid } = (await start()).body.data;
  expect((await download(uuid)).get('blacklist.csv')).toMatch(/\r\nerased,,manual,/);
});

test('holds no column of the database that is a secret', () => {
  const secret = /hash|secret|password|token/;
  for (const { name, columns } of accountSheets)
    expect(
      columns.map(({ head }) => head).filter((head) => secret.test(head)),
      name,
    ).toEqual([]);
});

test('only one is prepared at a time, and it is not there before it is ready', async () => {
  isHeld = true;
  const { body } = await start();
  const again = await start();
  expect(again.status).toBe(409);
  const early = await t.call('customer', 'GET', `${PATH}${body.data.uuid}/download/`);
  expect(early.status).toBe(409);
  await runExport({ db: app.db, files: app.deps.files }, body.data.uuid);
  expect((await record(body.data.uuid)).status).toBe('completed');
  expect((await start()).status).toBe(201);
});

test('one that is started again with its key is the same one, and gets no second job', async () => {
  isHeld = true;
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: PATH,
      payload: {},
      headers: { authorization: `Token ${t.tokens.customer}`, 'idempotency-key': 'export' },
    });
  const first = await send();
  const again = await send();
  expect([first.statusCode, again.statusCode], again.body).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
  expect(enqueued).toEqual(['account-export']);
});

test('a job that runs again after a crash writes it once, and one that was given up writes nothing', async () => {
  isHeld = true;
  const { uuid } = (await start()).body.data;
  await sql`UPDATE account_export SET status = 'running', rows = 7 WHERE uuid = ${uuid}`.execute(t.db);
  await runExport({ db: app.db, files: app.deps.files }, uuid);
  const done = await record(uuid);
  expect(done.status).toBe('completed');
  await runExport({ db: app.db, files: app.deps.files }, uuid);
  expect(await record(uuid)).toEqual(done);

  const second = (await start()).body.data.uuid;
  await failUnfinished(t.db, 'account-export', second);
  await runExport({ db: app.db, files: app.deps.files }, second);
  expect(await record(second)).toMatchObject({ status: 'failed', size: null });
});

test('is deleted when a newer one is ready, not before', async () => {
  const { uuid } = (await start()).body.data;
  // It began while the database's clock was ahead, which was put back since.
  const { rows } = await sql<{ uuid: string; path: string }>`
    UPDATE account_export SET uuid = uuid_v7(now() + interval '5 hours') WHERE uuid = ${uuid} RETURNING uuid, path`.execute(
    t.db,
  );
  const first = rows[0]?.uuid as string;
  const others = (await t.call<One>('other', 'POST', PATH, {})).body.data.uuid;
  isHeld = true;
  const { uuid: second } = (await start()).body.data;
  expect((await record(first)).status).toBe('completed');
  await runExport({ db: app.db, files: app.deps.files }, second);
  expect(await record(second)).toMatchObject({ status: 'completed' });
  const former = await record(first);
  expect(former.status).toBe('expired');
  expect(Date.parse(String(former.expires_at))).toBeLessThanOrEqual(Date.now());
  await expect(app.deps.files.read(String(rows[0]?.path))).rejects.toThrow(FileGone);
  const late = await t.call<{ detail: string }>('customer', 'GET', `${PATH}${first}/download/`);
  expect([late.status, late.body.detail]).toEqual([409, 'This export has expired. Start a new one.']);
  await download(second);
  const { body } = await t.call<One>('other', 'GET', `${PATH}${others}/`);
  expect(body.data.status).toBe('completed');
});

test('is deleted when its time is over', async () => {
  const { uuid } = (await start()).body.data;
  await sql`UPDATE account_export SET expires_at = now() - interval '1 second' WHERE uuid = ${uuid}`.execute(
    t.db,
  );
  const { rows } = await sql<{ path: string }>`SELECT path FROM account_export WHERE uuid = ${uuid}`.execute(
    t.db,
  );
  await runHousekeeping(t.db, app.deps.files);
  expect((await record(uuid)).status).toBe('expired');
  await expect(app.deps.files.read(String(rows[0]?.path))).rejects.toThrow();
  const late = await t.call<{ detail: string }>('customer', 'GET', `${PATH}${uuid}/download/`);
  expect([late.status, late.body.detail]).toEqual([409, 'This export has expired. Start a new one.']);
});

test('another account does not see it, not even staff; starting and downloading are recorded', async () => {
  const { uuid, file_name } = (await start()).body.data;
  for (const path of [`${PATH}${uuid}/`, `${PATH}${uuid}/download/`]) {
    expect((await t.call('other', 'GET', path)).status).toBe(404);
    expect((await t.call('admin', 'GET', path)).status).toBe(404);
    expect((await t.call('support', 'GET', path)).status).toBe(403);
  }
  await download(uuid);
  const { rows } = await sql<{ action: string; title: string }>`
    SELECT action, title FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(t.db);
  expect(rows).toEqual(['create', 'export'].map((action) => ({ action, title: file_name })));
});

test('HEAD of a download says what it is, reads no file, and is not recorded', async () => {
  const { uuid } = (await start()).body.data;
  const path = `${PATH}${uuid}/download/`;
  const { rows } = await sql<{ path: string }>`SELECT path FROM account_export WHERE uuid = ${uuid}`.execute(
    t.db,
  );
  await app.deps.files.remove(String(rows[0]?.path));
  const { status, headers, text } = await t.call('customer', 'HEAD', path);
  expect([status, text]).toEqual([200, '']);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String((await record(uuid)).size),
    'content-disposition': expect.stringContaining('.zip"'),
  });
  const { rows: entries } = await sql`
    SELECT FROM audit_entry WHERE record = ${uuid} AND action = 'export'`.execute(t.db);
  expect(entries).toEqual([]);
});

test('one that is ended while it is written stops there, and leaves no file', async () => {
  isHeld = true;
  const { uuid } = (await start()).body.data;
  const { db, deps } = app;
  // As an erasure ends it: after the first sheet nothing is left to note.
  await sql`
    CREATE FUNCTION end_export() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.status := 'failed'; RETURN NEW; END $$`.execute(db);
  await sql`
    CREATE TRIGGER end_export BEFORE UPDATE OF rows ON account_export FOR EACH ROW WHEN (NEW.rows > 0)
    EXECUTE FUNCTION end_export()`.execute(db);
  try {
    await runExport({ db, files: deps.files }, uuid);
  } finally {
    await sql`DROP FUNCTION end_export CASCADE`.execute(db);
  }
  expect(await record(uuid)).toMatchObject({ status: 'failed', size: null });
});
