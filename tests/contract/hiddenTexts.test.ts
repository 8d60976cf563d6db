import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { hiddenLength, MESSAGE_TEXT } from '#schema/messageTexts.ts';
import { roles } from '#schema/permissions.ts';
import { createTestApp, type TestApp, users } from '../support/app.ts';
import { sentMessages } from '../support/sentMessages.ts';
import { actingToken, addressed, inParallel, type Operation, operationsOf, tokenOf } from './operations.ts';

/** In every text that a customer wrote, and nowhere else. */
const MARK = 'Zyxomma';
/** Long enough to be found, and too short to look like a text when the log shows what was searched for. */
const PART = 'yxomm';
const BODY = `${MARK}: your code is 4711`;

let world: TestApp;
let reads: Operation[];
/** A campaign, a message of it, a template. */
let records: string[];
let campaign: string;
let message: string;
let template: string;

beforeAll(async () => {
  world = await createTestApp();
  reads = (await operationsOf(world)).filter(({ method }) => method === 'GET');
  const sent = await sentMessages(world, 2, BODY);
  campaign = sent.campaign;
  message = sent.messages[0] as string;
  await sql`UPDATE message SET text = ${`${BODY}, Sita`} WHERE uuid = ${message}`.execute(world.db);
  const post = async (path: string, body: object) => {
    const answer = await world.call<{ data: { uuid: string } }>('customer', 'POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.uuid;
  };
  template = await post('/v1/sms/templates/', { name: 'Codes', body: BODY });
  const wanted = { name: 'Codes', sender: world.sender, body: BODY, max_cost: 100_000 };
  const waiting = await post('/v1/sms/compose/', { ...wanted, recipients: { numbers: ['9841000001'] } });
  await post('/v1/sms/compose/test/', { sender: world.sender, body: BODY, phone: '9841000001', values: {} });
  records = [campaign, message, template, waiting];
});
afterAll(() => world.close());

const ask = (token: string, url: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  world.app.inject({
    method,
    url,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });

/** The reads that returned a text, and how many returned anything. */
async function telling(token: string): Promise<{ revealing: string[]; answered: number }> {
  const revealing: string[] = [];
  let answered = 0;
  const urls = reads.flatMap(({ path }) =>
    path.includes('{')
      ? records.map((uuid) => addressed(path, uuid))
      : [path, `${path}?search=${PART}`, `${path}?q=9841000001`],
  );
  await inParallel(urls, async (url) => {
    const { statusCode, body } = await ask(token, url);
    if (statusCode === 200) answered++;
    if (body.includes(MARK)) revealing.push(url);
  });
  return { revealing: revealing.sort(), answered };
}

/** Runs something while support has these pairs of its own. */
async function withPairs<T>(pairs: readonly (readonly string[])[], work: () => Promise<T>): Promise<T> {
  const set = (list: unknown) =>
    sql`UPDATE users SET ui_permissions = ${list === null ? null : JSON.stringify(list)}::jsonb WHERE email = ${users.support}`.execute(
      world.db,
    );
  await set(pairs);
  try {
    return await work();
  } finally {
    await set(null);
  }
}
const withoutPair = roles.admin.filter(([name]) => name !== MESSAGE_TEXT[0]);
const opened = async () =>
  (
    await sql<AuditEntry>`SELECT * FROM audit_entry WHERE action = 'open-text' ORDER BY uuid`.execute(
      world.db,
    )
  ).rows;

describe('no read of the document tells the text of a message', () => {
  test('to support', async () => {
    const { revealing, answered } = await telling(await tokenOf(world, 'support'));
    expect(answered).toBeGreaterThan(40);
    expect(revealing).toEqual([]);
  });

  test('to staff with every pair but the one', async () => {
    const { revealing, answered } = await withPairs(withoutPair, async () =>
      telling(await tokenOf(world, 'support')),
    );
    expect(answered).toBeGreaterThan(80);
    expect(revealing).toEqual([]);
  });

  test('to support signed in as the customer', async () => {
    const { revealing, answered } = await telling(await actingToken(world));
    expect(answered).toBeGreaterThan(30);
    expect(revealing).toEqual([]);
  });

  test('to administrators but where they open it, in files, and in the log', async () => {
    const { revealing } = await telling(await tokenOf(world, 'admin'));
    expect(revealing.filter((url) => !/\/text\/$|\/export\/|\/audit-log\//.test(url))).toEqual([]);
    expect(revealing).toContain(`/v1/sms/dispatch/${message}/text/`);
  });

  test('and the customer reads it as before', async () => {
    const { revealing } = await telling(await tokenOf(world, 'customer'));
    for (const url of [
      ...['/v1/sms/compose/', '/v1/sms/dispatch/', '/v1/sms/templates/', '/v1/sms/dispatch/export/'],
      ...[`/v1/sms/compose/${campaign}/`, `/v1/sms/dispatch/${message}/`, `/v1/sms/templates/${template}/`],
    ])
      expect(revealing).toContain(url);
    expect(revealing.filter((url) => url.endsWith('/text/'))).toEqual([]);
  });
});

describe('a hidden text', () => {
  test('is replaced by its length', async () => {
    const { body } = await world.call<{ data: { text: string } }>(
      'support',
      'GET',
      `/v1/sms/dispatch/${message}/`,
    );
    expect(body.data.text).toBe(`[${BODY.length + 6} characters hidden]`);
    expect(hiddenLength(body.data.text)).toBe(BODY.length + 6);
    expect(hiddenLength(BODY)).toBeUndefined();
  });

  test('is not found by searching for its words', async () => {
    const found = async (token: string) =>
      (await ask(token, `/v1/sms/templates/?search=${MARK}`)).json<{ count: number }>().count;
    expect(await found(await actingToken(world))).toBe(0);
    expect(await found(await actingToken(world, 'admin'))).toBe(0);
    expect(await found(await tokenOf(world, 'customer'))).toBe(1);
  });

  test('is hidden in the answer to what staff decide, too', async () => {
    const [, , , waiting] = records;
    await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${waiting}`.execute(world.db);
    const answer = await withPairs(withoutPair, async () =>
      ask(await tokenOf(world, 'support'), `/v1/admin/campaigns/${waiting}/pause/`, 'POST', {}),
    );
    expect([answer.statusCode, answer.body.includes(MARK)], answer.body).toEqual([200, false]);
  });

  test('is hidden in the samples of a retry', async () => {
    const { accounts, db } = world;
    const own = { db, accounts: { ...accounts, customer: accounts.provider } };
    const { campaign: failed } = await sentMessages(own, 1, BODY);
    await sql`UPDATE message SET status = 'undelivered' WHERE campaign = ${failed}`.execute(db);
    await sql`UPDATE campaign SET delivered = 0, undelivered = 1 WHERE uuid = ${failed}`.execute(db);
    await sql`
      INSERT INTO sender_identity (account, name, purpose, status) VALUES (${accounts.provider}, 'DEMO', 'x', 'approved')`.execute(
      db,
    );
    const retry = async () =>
      ask(await tokenOf(world, 'support'), `/v1/sms/compose/${failed}/retry/plan/`, 'POST', {});
    const samples = (answer: Awaited<ReturnType<typeof retry>>) =>
      answer.json<{ data: { samples: { text: string }[] } }>().data?.samples.map(({ text }) => text) ??
      answer.body;
    expect(samples(await withPairs(withoutPair, retry))).toEqual([`[${BODY.length} characters hidden]`]);
    expect(samples(await withPairs(roles.admin, retry))).toEqual([BODY]);
  });

  test('is opened by users with the permission, which is recorded', async () => {
    const before = (await opened()).length;
    const token = await tokenOf(world, 'admin');
    await sql`TRUNCATE request_count`.execute(world.db);
    for (const path of [
      `sms/compose/${campaign}`,
      `sms/dispatch/${message}`,
      `admin/campaigns/${campaign}`,
    ]) {
      const answer = await ask(token, `/v1/${path}/text/`);
      expect(answer.json<{ data: { text: string } }>().data.text).toContain(BODY);
    }
    const entries = (await opened()).slice(before);
    expect(
      entries.map(({ entity, record, account, actor_name }) => [entity, record, account, actor_name]),
    ).toEqual([
      ['sms', campaign, world.accounts.customer, 'Asha Gurung'],
      ['sms/dispatch', message, world.accounts.customer, 'Asha Gurung'],
      ['admin/campaigns', campaign, world.accounts.customer, 'Asha Gurung'],
    ]);
  });

  test('is opened in a session as a customer by the pairs of the member of staff', async () => {
    const url = `/v1/sms/templates/${template}/text/`;
    expect((await ask(await actingToken(world), url)).statusCode).toBe(403);
    const answer = await ask(await actingToken(world, 'admin'), url);
    expect(answer.json<{ data: { text: string } }>().data.text).toBe(BODY);
    expect((await opened()).at(-1)).toMatchObject({ entity: 'sms/templates', acting_as: expect.any(String) });
    await sql`UPDATE users SET ui_permissions = ${JSON.stringify(withoutPair)} WHERE email = ${users.admin}`.execute(
      world.db,
    );
    const after = await ask(await actingToken(world, 'admin'), url);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = ${users.admin}`.execute(world.db);
    expect(after.statusCode).toBe(403);
  });

  test('needs the pair of the record as well', async () => {
    const only = await withPairs([MESSAGE_TEXT, ['profile-my', 'get']], async () =>
      ask(await tokenOf(world, 'support'), `/v1/sms/dispatch/${message}/text/`),
    );
    expect(only.statusCode).toBe(403);
  });

  test('is in the files of users with the permission, and the audit log says so', async () => {
    const files = ['/v1/sms/dispatch/export/', '/v1/admin/campaigns/export/', '/v1/sms/compose/export/'];
    for (const url of files) {
      const { body } = await ask(await tokenOf(world, 'admin'), url);
      expect(body).toContain(BODY);
      const { rows } = await sql<AuditEntry>`
        SELECT * FROM audit_entry WHERE action = 'export' ORDER BY uuid DESC LIMIT 1`.execute(world.db);
      expect(rows[0]?.after).toMatchObject({ texts: true });
      const hidden = await ask(await tokenOf(world, 'support'), url);
      expect(hidden.body).toContain('characters hidden]');
    }
  });
});
