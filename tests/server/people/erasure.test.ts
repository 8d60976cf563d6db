import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ERASURE_STEPS } from '#schema/erased.ts';
import { eraseSteps } from '../../../server/services/people/eraseSteps.ts';
import { failUnfinished } from '../../../server/services/platform/longRecords.ts';
import type { User } from '../../support/app.ts';
import { PATH, setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, finishWaiting, record, made, listed, traces, message, messageOf } = setup;

const contact = (as: User, more: object = {}) =>
  made(
    setup.world.call(as, 'POST', '/v1/core/contacts/', {
      ...{ name: 'Sita', phone: setup.local, groups: [], attributes: {}, is_active: true },
      ...more,
    }),
  );

const upload = async (as: User, content: string) => {
  const boundary = 'x-sheet';
  const answer = await setup.world.app.inject({
    ...{ method: 'POST', url: '/v1/core/upload/file/public/' },
    headers: {
      authorization: `Token ${setup.world.tokens[as]}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.uuid as string;
};
const filePath = async (uuid: string) =>
  (await sql<{ path: string }>`SELECT path FROM file WHERE uuid = ${uuid}`.execute(setup.world.db)).rows[0]
    ?.path ?? '';

describe('erasing a number', () => {
  test('takes it out of everything that the account has, and leaves other accounts alone', async () => {
    await contact('customer');
    await contact('customer', {
      ...{ name: `Also ${setup.local.slice(0, 3)}-${setup.local.slice(3)}`, phone: '9841000001' },
      attributes: { other: setup.phone },
    });
    await contact('other');
    await listed('customer', `Called from ${setup.phone}`);
    const own = await message('customer', 'delivered');
    const foreign = await message('other', 'delivered');
    const withIt = await upload('customer', `name,phone\nSita,${setup.local}\n`);
    const without = await upload('customer', 'name,phone\nRam,9841000001\n');
    await sql`
      INSERT INTO webhook (account, "user", url, events, secret)
      SELECT account, uuid, 'https://a.example', '{}', '' FROM users WHERE email = ${setup.world.emails.customer}`.execute(
      setup.world.db,
    );
    await sql`
      INSERT INTO webhook_delivery (account, webhook, events, event_count)
      SELECT account, uuid, jsonb_build_array(jsonb_build_object('phone', ${setup.phone}::text, 'n', ${Number(setup.local)}::bigint)), 1
      FROM webhook WHERE account = ${setup.world.accounts.customer}`.execute(setup.world.db);
    expect(await traces(setup.world.accounts.customer)).toEqual(
      expect.arrayContaining(['audit_entry', 'blacklist_number', 'campaign', 'contact', 'message']),
    );

    const answer = await erase();
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).not.toContain(setup.local);
    const done = await record(answer.body.data.uuid);
    expect(done).toMatchObject({
      ...{ status: 'completed', reference: 'Letter 12', everywhere: false, steps: ERASURE_STEPS },
      ...{ contacts: 1, messages: 1, blacklisted: 1, files: 1, exports: 0, waiting: 0 },
    });
    expect(done.finished_at).not.toBeNull();
    expect(await traces(setup.world.accounts.customer)).toEqual([]);
    expect(await messageOf(own.message)).toEqual({
      ...{ phone: 'erased', text: '', status: 'delivered', amount: 25 },
    });
    const { rows: source } = await sql`
      SELECT recipients FROM campaign_source WHERE campaign = ${own.campaign}`.execute(setup.world.db);
    expect(source).toEqual([{ recipients: { numbers: ['9841000001', 'erased'] } }]);
    const { rows: delivery } = await sql`
      SELECT events FROM webhook_delivery WHERE account = ${setup.world.accounts.customer}`.execute(
      setup.world.db,
    );
    expect(delivery).toEqual([{ events: [{ phone: 'erased', n: null }] }]);
    await expect(setup.world.deps.files.read(await filePath(withIt))).rejects.toThrow();
    (await setup.world.deps.files.read(await filePath(without))).destroy();
    expect(await messageOf(foreign.message)).toMatchObject({ phone: setup.phone });
    expect(await traces(setup.world.accounts.other)).toEqual(expect.arrayContaining(['contact', 'message']));
  });

  test('by staff takes it out of every account', async () => {
    for (const as of ['customer', 'other'] as const) {
      await contact(as);
      await message(as, 'delivered');
      await listed(as, 'Asked us');
    }
    // Before, a lookup by staff is in the log.
    await setup.world.call('admin', 'GET', `/v1/admin/search/?q=${setup.local}`);
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
      setup.world.db,
    );
    const { customer: account } = setup.world.accounts;
    expect(rows).toEqual([
      {
        ...{ action: 'create', actor_email: setup.world.emails.customer, account, title: 'Letter 12' },
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
      VALUES (${setup.world.accounts.customer}, 'all.zip', 'completed', 'no/such/file.zip', now() + interval '1 day'),
        (${setup.world.accounts.customer}, 'new.zip', 'running', NULL, NULL) RETURNING status`.execute(
      setup.world.db,
    );
    expect(rows).toHaveLength(2);
    expect(await record((await erase()).body.data.uuid)).toMatchObject({ exports: 1 });
    const { rows: after } = await sql`
      SELECT file_name, status, path FROM account_export WHERE account = ${setup.world.accounts.customer} ORDER BY file_name`.execute(
      setup.world.db,
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
      expect(await messageOf(uuid)).toMatchObject({ phone: setup.phone, text: 'Dear Sita' });
      await finishWaiting();
      expect(await record(erasure)).toMatchObject({ status: 'waiting', waiting: 1 });
      await sql`UPDATE message SET status = 'delivered' WHERE uuid = ${uuid}`.execute(setup.world.db);
      await finishWaiting();
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
      SELECT plan, 1, 'numbers', ${setup.phone}, 'ntc' FROM campaign WHERE uuid = ${campaign}`.execute(
      setup.world.db,
    );
    expect((await record((await erase()).body.data.uuid)).status).toBe('waiting');
  });
});

describe('a request', () => {
  test('for a number that is being erased answers the same record, and begins a failed one again', async () => {
    setup.isHeld = true;
    const { uuid } = (await erase()).body.data;
    expect((await erase()).body.data.uuid).toBe(uuid);
    await failUnfinished(setup.world.db, 'erasure', uuid);
    expect(await record(uuid)).toMatchObject({ status: 'failed', error: expect.any(String) });
    setup.isHeld = false;
    expect((await erase()).body.data.uuid).toBe(uuid);
    expect((await record(uuid)).status).toBe('completed');
    const again = (await erase()).body.data.uuid;
    expect(again).not.toBe(uuid);
    expect(await record(again)).toMatchObject({ status: 'completed', contacts: 0, messages: 0 });
  });

  test('repeated with its key gets no second job', async () => {
    setup.isHeld = true;
    const send = () =>
      setup.world.app.inject({
        method: 'POST',
        url: PATH,
        payload: { phone: setup.local, reference: 'Letter 12' },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': 'erasure' },
      });
    const first = await send();
    setup.isHeld = false;
    const again = await send();
    expect([first.statusCode, again.statusCode], again.body).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect((await record(first.json().data.uuid)).status).toBe('queued');
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
      expect((await setup.world.call(as, 'GET', `${PATH}${uuid}/`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  test('still cannot be changed in any other way', async () => {
    await contact('customer');
    for (const change of [
      sql`UPDATE audit_entry SET title = 'Other' WHERE account = ${setup.world.accounts.customer}`,
      sql`UPDATE audit_entry SET action = 'none' WHERE account = ${setup.world.accounts.customer}`,
      sql`DELETE FROM audit_entry WHERE account = ${setup.world.accounts.customer}`,
      sql`SELECT erase_number_in_audit('.*', NULL)`,
    ])
      await expect(change.execute(setup.world.db)).rejects.toThrow(/append-only|no mobile number/);
    await expect(
      setup.world.db.transaction().execute(async (trx) => {
        await sql`SELECT set_config('console.erased_number', ${setup.phone}, true)`.execute(trx);
        await sql`UPDATE audit_entry SET title = 'Other' WHERE account = ${setup.world.accounts.customer}`.execute(
          trx,
        );
      }),
    ).rejects.toThrow(/append-only/);
  });
});
