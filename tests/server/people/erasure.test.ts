import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { ERASURE_STEPS } from '#schema/erased.ts';
import type { Erasure } from '#schema/erasure.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { eraseSteps } from '../../../server/services/people/eraseSteps.ts';
import { failErasure, runErasure } from '../../../server/services/people/erasure.ts';
import { keyringOf, setKeyring } from '../../../server/services/platform/keyring.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { recordAnswer } from '../../../server/services/sending/optOut.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

const PATH = '/v1/autho/erasures/';
const LIST = '/v1/core/sms/blacklist-numbers/';

let app: TestApp;
let t: TestApp;
/** Whether the job waits instead of being run. */
let isHeld = false;
let before: ReturnType<typeof setKeyring>;
beforeAll(async () => {
  before = setKeyring(keyringOf(['a key of 32 characters for this test']));
  app = await createTestApp({
    async enqueue(_, { uuid }) {
      if (!isHeld) await runErasure({ db: app.db, files: app.deps.files }, uuid);
    },
  });
});
afterAll(async () => {
  await app.close();
  setKeyring(before);
});
let numbers = 0;
let phone = '';
/** The number as people write it. */
let local = '';
beforeEach(async () => {
  isHeld = false;
  t = await app.newCustomers();
  local = `98415${String(10_000 + ++numbers)}`;
  phone = `+977${local}`;
});

type One = { data: Erasure } & Failure;
const erase = (as: User = 'customer', body: object = { phone: local, reference: 'Letter 12' }) =>
  t.call<One>(as, 'POST', PATH, body);
const record = async (uuid: string, as: User = 'customer') =>
  (await t.call<One>(as, 'GET', `${PATH}${uuid}/`)).body.data;
const made = async (answer: ReturnType<typeof t.call<{ data: { uuid: string } }>>) => {
  const { status, body, text } = await answer;
  expect(status, text).toBe(201);
  return body.data.uuid;
};
const contact = (as: User, more: object = {}) =>
  made(
    t.call(as, 'POST', '/v1/core/contacts/', {
      ...{ name: 'Sita', phone: local, groups: [], attributes: {}, is_active: true },
      ...more,
    }),
  );
const listed = (as: User, reason: string) => made(t.call(as, 'POST', LIST, { phone: local, reason }));

/** A campaign of an account with one message to the number. */
async function message(
  as: 'customer' | 'other',
  status: string,
): Promise<{ campaign: string; message: string }> {
  const open = status === 'queued' ? 1 : 0;
  const { rows } = await sql<{ campaign: string; message: string }>`
    WITH p AS (
      INSERT INTO plan (account, request_hash, used, expires_at) VALUES (${t.accounts[as]}, '', true, now()) RETURNING uuid
    ), c AS (
      INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, delivered, submitted,
        unknown, parts, package_parts, cost, cost_exact, captured_exact, captured, prices, plan, expanding)
      SELECT u.account, u.uuid, 'Trial message to ' || ${phone}::text, 'completed', 'DEMO', 'Dear {{name}}', 'GSM-7', 1,
        ${open}, ${status === 'delivered' ? 1 : 0}, ${status === 'submitted' ? 1 : 0}, ${status === 'unknown' ? 1 : 0},
        1, 0, 25, 25, 25, 25, '{}', p.uuid, false
      FROM users u, p WHERE u.email = ${t.emails[as]} RETURNING uuid, account
    ), s AS (
      INSERT INTO campaign_source (campaign, recipients)
      SELECT uuid, jsonb_build_object('numbers', jsonb_build_array('9841000001', ${local}::text)) FROM c
    ), m AS (
      INSERT INTO message (account, campaign, phone, operator, text, parts, package_parts, amount, status, submitted_at)
      SELECT account, uuid, ${phone}, 'ntc', 'Dear Sita', 1, 0, 25, ${status}, now() FROM c RETURNING uuid, campaign
    )
    SELECT campaign, uuid AS message FROM m`.execute(t.db);
  return rows[0] as { campaign: string; message: string };
}
const messageOf = async (uuid: string) =>
  (
    await sql`SELECT phone, text, status, amount::float8 AS amount FROM message WHERE uuid = ${uuid}`.execute(
      t.db,
    )
  ).rows[0];

/** Every place in the database where the number stands in any form: table and row. */
async function traces(account?: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; owned: boolean }>`
    SELECT c.relname AS name, EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'account' AND NOT attisdropped) AS owned
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition`.execute(t.db);
  const found: string[] = [];
  for (const { name, owned } of tables) {
    if (account && !owned) continue;
    const mine = account ? sql`t.account = ${account}` : sql`true`;
    const { rows } = await sql`
      SELECT FROM ${sql.table(name)} t
      WHERE ${mine} AND to_jsonb(t)::text ~ ${`${local.slice(0, 3)}[- ]?${local.slice(3)}`}`.execute(t.db);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

const upload = async (as: User, content: string) => {
  const boundary = 'x-sheet';
  const answer = await t.app.inject({
    ...{ method: 'POST', url: '/v1/core/upload/file/public/' },
    headers: {
      authorization: `Token ${t.tokens[as]}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.uuid as string;
};
const filePath = async (uuid: string) =>
  (await sql<{ path: string }>`SELECT path FROM file WHERE uuid = ${uuid}`.execute(t.db)).rows[0]?.path ?? '';

describe('erasing a number', () => {
  test('takes it out of everything that the account has, and leaves other accounts alone', async () => {
    await contact('customer');
    await contact('customer', {
      ...{ name: `Also ${local.slice(0, 3)}-${local.slice(3)}`, phone: '9841000001' },
      attributes: { other: phone },
    });
    await contact('other');
    await listed('customer', `Called from ${phone}`);
    const own = await message('customer', 'delivered');
    const foreign = await message('other', 'delivered');
    const withIt = await upload('customer', `name,phone\nSita,${local}\n`);
    const without = await upload('customer', 'name,phone\nRam,9841000001\n');
    await sql`
      INSERT INTO webhook (account, "user", url, events, secret)
      SELECT account, uuid, 'https://a.example', '{}', '' FROM users WHERE email = ${t.emails.customer}`.execute(
      t.db,
    );
    await sql`
      INSERT INTO webhook_delivery (account, webhook, events, event_count)
      SELECT account, uuid, jsonb_build_array(jsonb_build_object('phone', ${phone}::text, 'n', ${Number(local)}::bigint)), 1
      FROM webhook WHERE account = ${t.accounts.customer}`.execute(t.db);
    expect(await traces(t.accounts.customer)).toEqual(
      expect.arrayContaining(['audit_entry', 'blacklist_number', 'campaign', 'contact', 'message']),
    );

    const answer = await erase();
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).not.toContain(local);
    const done = await record(answer.body.data.uuid);
    expect(done).toMatchObject({
      ...{ status: 'completed', reference: 'Letter 12', everywhere: false, steps: ERASURE_STEPS },
      ...{ contacts: 1, messages: 1, blacklisted: 1, files: 1, exports: 0, waiting: 0 },
    });
    expect(done.finished_at).not.toBeNull();
    expect(await traces(t.accounts.customer)).toEqual([]);
    expect(await messageOf(own.message)).toEqual({
      ...{ phone: 'erased', text: '', status: 'delivered', amount: 25 },
    });
    const { rows: source } = await sql`
      SELECT recipients FROM campaign_source WHERE campaign = ${own.campaign}`.execute(t.db);
    expect(source).toEqual([{ recipients: { numbers: ['9841000001', 'erased'] } }]);
    const { rows: delivery } = await sql`
      SELECT events FROM webhook_delivery WHERE account = ${t.accounts.customer}`.execute(t.db);
    expect(delivery).toEqual([{ events: [{ phone: 'erased', n: null }] }]);
    await expect(t.deps.files.read(await filePath(withIt))).rejects.toThrow();
    (await t.deps.files.read(await filePath(without))).destroy();
    expect(await messageOf(foreign.message)).toMatchObject({ phone });
    expect(await traces(t.accounts.other)).toEqual(expect.arrayContaining(['contact', 'message']));
  });

  test('by staff takes it out of every account', async () => {
    for (const as of ['customer', 'other'] as const) {
      await contact(as);
      await message(as, 'delivered');
      await listed(as, 'Asked us');
    }
    // Before, a lookup by staff is in the log.
    await t.call('admin', 'GET', `/v1/admin/search/?q=${local}`);
    const { body } = await erase('admin');
    expect(await record(body.data.uuid, 'admin')).toMatchObject({
      ...{ status: 'completed', everywhere: true, contacts: 2, messages: 2, blacklisted: 2 },
    });
    // Answers that are kept for repeated requests go by themselves within a day.
    expect((await traces()).filter((name) => name !== 'idempotency_key')).toEqual([]);
  });

  test('is recorded without the number, by whom it was asked for and by the server when it is done', async () => {
    await contact('customer');
    const { uuid } = (await erase()).body.data;
    const { rows } = await sql`
      SELECT action, actor_email, account, title, after FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(
      t.db,
    );
    const { customer: account } = t.accounts;
    expect(rows).toEqual([
      {
        ...{ action: 'create', actor_email: t.emails.customer, account, title: 'Letter 12' },
        after: { everywhere: false },
      },
      {
        ...{ action: 'erase', actor_email: null, account, title: 'Letter 12' },
        after: { contacts: 1, messages: 0, blacklisted: 0, files: 0, exports: 0, records: 1 },
      },
    ]);
  });

  test('deletes finished data exports, and ends those in preparation', async () => {
    const { rows } = await sql<{ status: string }>`
      INSERT INTO account_export (account, file_name, status, path, expires_at)
      VALUES (${t.accounts.customer}, 'all.zip', 'completed', 'no/such/file.zip', now() + interval '1 day'),
        (${t.accounts.customer}, 'new.zip', 'running', NULL, NULL) RETURNING status`.execute(t.db);
    expect(rows).toHaveLength(2);
    expect(await record((await erase()).body.data.uuid)).toMatchObject({ exports: 1 });
    const { rows: after } = await sql`
      SELECT file_name, status, path FROM account_export WHERE account = ${t.accounts.customer} ORDER BY file_name`.execute(
      t.db,
    );
    expect(after).toEqual([
      { file_name: 'all.zip', status: 'expired', path: null },
      { file_name: 'new.zip', status: 'failed', path: null },
    ]);
  });

  test('has as many steps as progress counts', () => expect(eraseSteps).toHaveLength(ERASURE_STEPS));
});

describe('messages that are in hand', () => {
  test.each(['queued', 'submitted', 'unknown'])(
    'and %s keep the number until their result',
    async (status) => {
      await contact('customer');
      const { message: uuid } = await message('customer', status);
      const { uuid: erasure } = (await erase()).body.data;
      expect(await record(erasure)).toMatchObject({
        status: 'waiting',
        waiting: 1,
        contacts: 1,
        messages: 0,
      });
      expect(await messageOf(uuid)).toMatchObject({ phone, text: 'Dear Sita' });
      await runHousekeeping(t.db, t.deps.files, 24);
      expect(await record(erasure)).toMatchObject({ status: 'waiting', waiting: 1 });
      await sql`UPDATE message SET status = 'delivered' WHERE uuid = ${uuid}`.execute(t.db);
      await runHousekeeping(t.db, t.deps.files, 24);
      expect(await record(erasure)).toMatchObject({
        status: 'completed',
        messages: 1,
        contacts: 1,
        waiting: 0,
      });
      expect(await messageOf(uuid)).toMatchObject({ phone: 'erased', text: '' });
    },
  );

  test('and still to be made of a plan are waited for', async () => {
    const { campaign } = await message('customer', 'delivered');
    await sql`
      INSERT INTO plan_recipient (plan, position, source, phone, operator)
      SELECT plan, 1, 'numbers', ${phone}, 'ntc' FROM campaign WHERE uuid = ${campaign}`.execute(t.db);
    expect((await record((await erase()).body.data.uuid)).status).toBe('waiting');
  });
});

describe('an erased number on the blacklist', () => {
  /** What a plan for the number says. */
  async function plan() {
    const { body, status, text } = await t.call<{
      data: { recipients: number; refused: { blacklisted: number }; refused_rows: { reason: string }[] };
    }>('customer', 'POST', '/v1/sms/compose/plan/', {
      ...{ name: 'Offer', sender: t.sender, body: 'Hello' },
      recipients: { numbers: [local, '9841000001'] },
    });
    expect(status, text).toBe(200);
    return body.data;
  }
  const entries = async () => {
    const { body } = await t.call<{ results: { phone: string; reason: string }[] }>('customer', 'GET', LIST);
    return body.results.map(({ phone, reason }) => [phone, reason]);
  };

  test('is stored as a hash of its own account, shown as erased, and still gets nothing', async () => {
    await listed('customer', 'Asked us');
    await listed('other', 'Asked us');
    await erase('admin');
    const { rows } = await sql<{ phone: string }>`
      SELECT phone FROM blacklist_number WHERE account IN (${t.accounts.customer}, ${t.accounts.other})`.execute(
      t.db,
    );
    expect(rows.every((row) => /^erased:[\w-]{43}$/.test(row.phone))).toBe(true);
    expect(rows[0]?.phone).not.toBe(rows[1]?.phone);
    const { rows: key } = await sql<{ secret: string }>`SELECT secret FROM number_key`.execute(t.db);
    expect(key).toEqual([{ secret: expect.stringMatching(/^enc1:/) }]);
    expect(await entries()).toEqual([['erased', 'Asked us']]);
    const { recipients, refused, refused_rows } = await plan();
    expect([recipients, refused.blacklisted]).toEqual([1, 1]);
    expect(refused_rows[0]?.reason).toMatch(/^On the blacklist since .* \(manual\): Asked us\.$/);
  });

  test('gets nothing from a campaign that was accepted before and approved after', async () => {
    const setAbove = (approval_above: number | null) =>
      t.call('admin', 'PUT', '/v1/admin/settings/sending/', { approval_above });
    await setAbove(0);
    const message = {
      ...{ name: 'Offer', sender: t.sender, body: 'Hello' },
      recipients: { numbers: [local, '9841000001'] },
    };
    const planned = await t.call<{ data: { uuid: string; cost: number } }>(
      'customer',
      'POST',
      '/v1/sms/compose/plan/',
      message,
    );
    const { uuid: plan, cost } = planned.body.data;
    const campaign = await made(t.call('customer', 'POST', '/v1/sms/compose/', { ...message, plan, cost }));
    await setAbove(null);
    await listed('customer', 'Asked us');
    const { uuid } = (await erase()).body.data;
    expect(await record(uuid)).toMatchObject({ status: 'waiting', waiting: 1, blacklisted: 1 });
    const approved = await t.call('admin', 'POST', `/v1/admin/campaigns/${campaign}/approve/`, {});
    expect(approved.status, approved.text).toBe(200);
    while (await expandNext(t.db)) {}
    const { rows } = await sql`
      SELECT phone, status, error FROM message WHERE campaign = ${campaign} ORDER BY uuid`.execute(t.db);
    expect(rows).toEqual([
      { phone, status: 'cancelled', error: 'BLACKLISTED' },
      { phone: '+9779841000001', status: 'queued', error: null },
    ]);
    await runHousekeeping(t.db, t.deps.files, 24);
    expect(await record(uuid)).toMatchObject({ status: 'completed', messages: 1 });
    expect(await traces(t.accounts.customer)).toEqual([]);
  });

  test('is one entry, also if it is listed and erased again', async () => {
    await listed('customer', 'First');
    await erase();
    await listed('customer', 'Second');
    await erase();
    expect(await entries()).toEqual([['erased', 'Second']]);
    expect((await plan()).refused.blacklisted).toBe(1);
  });

  test('stays when its owner says STOP again, and goes with START if it was an opt-out', async () => {
    await sql`
      INSERT INTO blacklist_number (account, phone, source) VALUES (${t.accounts.customer}, ${phone}, 'opt-out')`.execute(
      t.db,
    );
    await sql`
      UPDATE sender_identity SET name = 'ERASE' || ${numbers}::int WHERE account = ${t.accounts.customer}`.execute(
      t.db,
    );
    await erase();
    const answer = (text: string) =>
      recordAnswer(t.db, { from: phone, to: `ERASE${numbers}`, text } as never);
    expect(await answer('STOP')).toBe('kept');
    expect(await entries()).toEqual([['erased', null]]);
    expect(await answer('START')).toBe('removed');
    expect((await plan()).refused.blacklisted).toBe(0);
  });
});

describe('a request', () => {
  test('for a number that is being erased answers the same record, and begins a failed one again', async () => {
    isHeld = true;
    const { uuid } = (await erase()).body.data;
    expect((await erase()).body.data.uuid).toBe(uuid);
    await failErasure(t.db, uuid);
    expect(await record(uuid)).toMatchObject({ status: 'failed', error: expect.any(String) });
    isHeld = false;
    expect((await erase()).body.data.uuid).toBe(uuid);
    expect((await record(uuid)).status).toBe('completed');
    const again = (await erase()).body.data.uuid;
    expect(again).not.toBe(uuid);
    expect(await record(again)).toMatchObject({ status: 'completed', contacts: 0, messages: 0 });
  });

  test.each([
    [{ phone: '12', reference: 'Letter' }, 'phone'],
    [{ phone: '9841234567', reference: ' ' }, 'reference'],
    [{ phone: '9841234567', reference: '98412 34567' }, 'reference'],
    [{ phone: '9841234567' }, 'reference'],
  ])('with %j names what is wrong and erases nothing', async (body, field) => {
    const answer = await erase('customer', body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('needs the pair, and another account does not see it', async () => {
    expect((await erase('support')).status).toBe(403);
    const { uuid } = (await erase()).body.data;
    for (const as of ['other', 'admin'] as const)
      expect((await t.call(as, 'GET', `${PATH}${uuid}/`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  test('still cannot be changed in any other way', async () => {
    await contact('customer');
    for (const change of [
      sql`UPDATE audit_entry SET title = 'Other' WHERE account = ${t.accounts.customer}`,
      sql`UPDATE audit_entry SET action = 'none' WHERE account = ${t.accounts.customer}`,
      sql`DELETE FROM audit_entry WHERE account = ${t.accounts.customer}`,
      sql`SELECT erase_number_in_audit('.*', NULL)`,
    ])
      await expect(change.execute(t.db)).rejects.toThrow(/append-only|no mobile number/);
    await expect(
      t.db.transaction().execute(async (trx) => {
        await sql`SELECT set_config('console.erased_number', ${phone}, true)`.execute(trx);
        await sql`UPDATE audit_entry SET title = 'Other' WHERE account = ${t.accounts.customer}`.execute(trx);
      }),
    ).rejects.toThrow(/append-only/);
  });
});
