import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let app: TestApp;
/** The app with customers of this test's own: prices are reckoned with what they have and have listed. */
let world: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await app.newCustomers();
});

type Answer = { data: Plan & Campaign } & Failure;
const PATH = '/v1/sms/compose/';
const base = () => ({
  name: 'Offer',
  sender: world.sender,
  body: 'Sale today',
  recipients: { numbers: ['9841000001'] },
});
const post = (body: object, as: User = 'customer') => world.call<Answer>(as, 'POST', PATH, body);
const ask = (body: object, as: User = 'customer') => world.call<Answer>(as, 'POST', `${PATH}plan/`, body);
const plan = async (body: object): Promise<Plan> => {
  const answer = await ask(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]!.balance;
};
const campaigns = async (): Promise<number> =>
  (await world.call<{ count: number }>('customer', 'GET', '/v1/sms/compose/')).body.count;

describe('a plan', () => {
  test('finds the numbers of a sheet that are there twice, however little PostgreSQL knows of it', async () => {
    const numbers = Array.from({ length: 15_000 }, (_, i) => `98410${String(i).padStart(5, '0')}`);
    const planOf = async (phones: readonly string[]) => {
      const { uuid } = (await world.upload<{ data: UploadedFile }>(`phone\n${phones.join('\n')}`)).body.data;
      return plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    };
    // Of the plan that comes next it has never heard.
    expect((await planOf(numbers.slice(0, 100))).recipients).toBe(100);
    await sql`ANALYZE plan_recipient`.execute(world.db);
    const found = await planOf([...numbers, ...numbers.slice(0, 20)]);
    expect([found.recipients, found.refused.duplicate]).toEqual([15_000, 20]);
  });

  test('finds the numbers of a sheet in a blacklist of which PostgreSQL knows as little', async () => {
    const numbers = Array.from({ length: 15_000 }, (_, i) => `98411${String(i).padStart(5, '0')}`);
    const list = (phones: readonly string[]) =>
      sql`
        INSERT INTO blacklist_number (account, phone, source)
        SELECT ${world.accounts.customer}, '+977' || phone, 'manual' FROM unnest(${phones}::text[]) AS phone`.execute(
        world.db,
      );
    await list(['9841200000']);
    await sql`ANALYZE plan_recipient, blacklist_number`.execute(world.db);
    await list(numbers.map((phone) => phone.replace('98411', '98412').replace(/^(.*)00000$/, '$199999')));
    await list(numbers.slice(0, 20));
    const { uuid } = (await world.upload<{ data: UploadedFile }>(`phone\n${numbers.join('\n')}`)).body.data;
    const found = await plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    expect([found.recipients, found.refused.blacklisted]).toEqual([14_980, 20]);
  });

  test('leaves out a row of a sheet with more cells than its header, as an import does', async () => {
    const sheet = 'phone,name\n9841000001,Thapa, Ram\n9841000002,Sita,\n';
    const { uuid } = (await world.upload<{ data: UploadedFile }>(sheet)).body.data;
    const found = await plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    expect([found.recipients, found.refused.invalid]).toEqual([1, 1]);
    expect(found.refused_rows).toMatchObject([
      { row: 2, value: '9841000001', reason: expect.stringContaining('more cells than the header') },
    ]);
  });

  test('counts a sheet of good, bad, duplicate and blacklisted numbers in both languages by hand', async () => {
    await world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', {
      phone: '9851000009',
      reason: 'asked',
    });
    const sheet = [
      'नाम,फोन,रकम',
      'Sita,9841000001,1200',
      'सीता,९८४१०००००२,५००',
      'Hari,+977-980-1000003,700',
      'Again,9841000001,800',
      'Blocked,9851000009,900',
      'Landline,01-4412345,100',
      'Short,98410,100',
      'Nobody,9861000004,',
      'Closed,9611000005,100',
      '"Rita, ""R""",984 1000006,100',
    ].join('\r\n');
    const file = (await world.upload<{ data: UploadedFile }>(`\ufeff${sheet}`)).body.data;
    const body = 'प्रिय {{नाम}}, तपाईंको रु. {{रकम}} बाँकी छ।';
    const answer = await plan({
      ...base(),
      body,
      recipients: { file: { reference: file.uuid, phone: 'फोन' } },
    });
    expect(answer).toMatchObject({
      given: 10,
      recipients: 5,
      refused: {
        invalid: 2,
        duplicate: 1,
        blacklisted: 1,
        'missing-value': 1,
        'too-long': 0,
        'bad-character': 0,
        'blocked-keyword': 0,
        'sender-not-approved': 0,
      },
      encodings: { 'GSM-7': 0, 'UCS-2': 5 },
      parts: 5,
      package_parts: 0,
      // 5 parts at 135.6 paisa
      cost: 678,
      balance: 5_000_000,
      balance_after: 4_999_322,
      sufficient: true,
    });
    expect(answer.refused_rows).toEqual([
      {
        source: 'file',
        row: 5,
        value: '+9779841000001',
        refusal: 'duplicate',
        reason: 'The same number as in row 2.',
      },
      {
        source: 'file',
        row: 6,
        value: '+9779851000009',
        refusal: 'blacklisted',
        reason: expect.stringMatching(/^On the blacklist since \d{4}-\d\d-\d\d \(manual\): asked\.$/),
      },
      {
        source: 'file',
        row: 7,
        value: '01-4412345',
        refusal: 'invalid',
        reason: 'A landline cannot receive SMS.',
      },
      {
        source: 'file',
        row: 8,
        value: '98410',
        refusal: 'invalid',
        reason: expect.stringContaining('too few digits'),
      },
      {
        source: 'file',
        row: 9,
        value: '9861000004',
        refusal: 'missing-value',
        reason: 'No value for रकम.',
      },
    ]);
    expect(answer.samples[1]).toEqual({
      phone: '+9779841000002',
      text: 'प्रिय सीता, तपाईंको रु. ५०० बाँकी छ।',
      parts: 1,
    });
    expect(answer.operators).toEqual(
      expect.arrayContaining([
        {
          operator: 'ntc',
          messages: 3,
          parts: 3,
          package_parts: 0,
          price: 135.6,
          amount: 406.8,
          closed: false,
        },
        {
          operator: 'ncell',
          messages: 1,
          parts: 1,
          package_parts: 0,
          price: 135.6,
          amount: 135.6,
          closed: false,
        },
        {
          operator: 'smart',
          messages: 1,
          parts: 1,
          package_parts: 0,
          price: 135.6,
          amount: 135.6,
          closed: true,
        },
      ]),
    );
    const csv = await world.call('customer', 'GET', `/v1/sms/compose/plan/${answer.uuid}/refused/`);
    expect(csv.text.split('\r\n')).toHaveLength(7);
    expect((await world.call('other', 'GET', `/v1/sms/compose/plan/${answer.uuid}/refused/`)).status).toBe(
      404,
    );
  });

  test('counts parts of each recipient’s own text', async () => {
    const group = await world.call<{ data: { uuid: string } }>(
      'customer',
      'POST',
      '/v1/contact/contact-group/',
      { name: 'Own' },
    );
    const groups = [group.body.data.uuid];
    for (const [name, phone] of [
      ['Ram', '9841111111'],
      ['x'.repeat(120), '9841111112'],
      ['सीता', '9841111113'],
    ]) {
      const made = await world.call('customer', 'POST', '/v1/core/contacts/', {
        name,
        phone,
        groups,
        attributes: {},
        is_active: true,
      });
      expect(made.status, made.text).toBe(201);
    }
    const body = `{{name}}${'.'.repeat(67)}`;
    const answer = await plan({ ...base(), body, recipients: { groups } });
    // 70 GSM: 1 part; 187 GSM: 2 parts; 71 UCS-2: 2 parts
    expect(answer).toMatchObject({
      recipients: 3,
      parts: 5,
      encodings: { 'GSM-7': 2, 'UCS-2': 1 },
      cost: 678,
    });
    // The campaign says it per share, too, to its customer and to staff.
    const sent = await post({
      ...base(),
      body,
      recipients: { groups },
      plan: answer.uuid,
      cost: answer.cost,
    });
    expect(sent.status, sent.text).toBe(201);
    const shares = { encoding: 'UCS-2', encodings: { 'GSM-7': 2, 'UCS-2': 1 } };
    expect(sent.body.data).toMatchObject(shares);
    const { uuid } = sent.body.data;
    for (const path of [`/v1/sms/compose/${uuid}/`, `/v1/admin/campaigns/${uuid}/`])
      expect((await world.call<{ data: object }>('admin', 'GET', path)).body.data).toMatchObject(shares);
  });

  test('skips contacts without a name where the text wants one, those named as their number too', async () => {
    const group = await world.call<{ data: { uuid: string } }>(
      'customer',
      'POST',
      '/v1/contact/contact-group/',
      { name: 'Nameless' },
    );
    const groups = [group.body.data.uuid];
    await sql`
      INSERT INTO contact (account, name, phone, operator, groups, attributes)
      SELECT ${world.accounts.customer}, name, phone, 'ntc', ${groups}::uuid[], attributes::jsonb FROM (VALUES
        ('Ram', '+9779841111121', '{}'), ('', '+9779841111122', '{}'), ('+9779841111123', '+9779841111123', '{}'),
        ('9841111124', '+9779841111124', '{}'), ('', '+9779841111125', '{"name": "Sita"}')) AS c(name, phone, attributes)`.execute(
      world.db,
    );
    const answer = await plan({ ...base(), body: 'Dear {{name}}', recipients: { groups } });
    expect(answer).toMatchObject({ given: 5, recipients: 2, refused: { 'missing-value': 3 } });
    expect(answer.samples.map(({ text }) => text).sort()).toEqual(['Dear Ram', 'Dear Sita']);
    expect(answer.refused_rows.map(({ value, reason }) => [value.slice(-2), reason])).toEqual(
      ['22', '23', '24'].map((end) => [end, 'No value for name.']),
    );
    expect((await plan({ ...base(), body: 'To {{phone}}', recipients: { groups } })).recipients).toBe(5);
  });

  test('takes values from a sheet alone, also where a placeholder is named as what every object has', async () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty'];
    const body = names.map((name) => `{{${name}}}`).join(' ');
    const sheetOf = async (content: string) => {
      const { uuid } = (await world.upload<{ data: UploadedFile }>(content)).body.data;
      return { ...base(), body, recipients: { file: { reference: uuid, phone: 'phone' } } };
    };
    const whole = await ask(
      await sheetOf(`phone,${names.join(',')}\n9841000001,a,b,c,d\n9841000002,a,b,,d\n`),
    );
    expect(whole.status, whole.text).toBe(200);
    expect(whole.body.data.samples).toMatchObject([{ text: 'a b c d' }]);
    expect(whole.body.data.refused_rows).toMatchObject([{ reason: 'No value for __proto__.' }]);
    const without = await ask(await sheetOf('phone,name\n9841000001,Sita\n'));
    expect([without.status, without.body.errors]).toEqual([
      400,
      { 'recipients.file.columns': ['The file has no column "toString".'] },
    ]);
  });

  test('skips recipients whose value has a character that may not be sent, and names it', async () => {
    const rows = ['Sita', 'Ra\u202em', 'Hari\u0007', 'रिता\u200d', 'a\tb'];
    const content = `phone,name\n${rows.map((name, n) => `984100000${n},${name}`).join('\n')}\n`;
    const { uuid } = (await world.upload<{ data: UploadedFile }>(content)).body.data;
    const answer = await plan({
      ...base(),
      body: 'Dear {{name}}',
      recipients: { file: { reference: uuid, phone: 'phone' } },
    });
    expect(answer).toMatchObject({ given: 5, recipients: 3, refused: { 'bad-character': 2, invalid: 0 } });
    expect(answer.refused_rows.map(({ reason }) => reason)).toEqual([
      'The value of name has a character that may not be sent: U+202E right-to-left override.',
      'The value of name has a character that may not be sent: U+0007 bell.',
    ]);
  });

  test.each([
    ['blanks', ' \n\t ', /^The text is blank/],
    ['a placeholder without a name', '{{ }}', /^A placeholder has no name/],
    ['a control character', 'a\u0007b', /U\+0007 bell/],
    ['an override of direction', 'Win \u202e0001 .sR', /U\+202E right-to-left override/],
  ])('refuses a text of %s, in a plan, a test and a template', async (_, body, why) => {
    const wrong = { body: [expect.stringMatching(why)] };
    expect((await ask({ ...base(), body })).body.errors).toEqual(wrong);
    const test = { sender: world.sender, body, phone: '9841000001', values: {} };
    expect((await world.call<Failure>('customer', 'POST', `${PATH}test/`, test)).body.errors).toEqual(wrong);
    const template = { name: 'Odd', body };
    expect(
      (await world.call<Failure>('customer', 'POST', '/v1/sms/templates/', template)).body.errors,
    ).toEqual(wrong);
  });

  test('refuses a test message whose value has such a character', async () => {
    const test = {
      sender: world.sender,
      body: 'Hi {{name}}',
      phone: '9841000001',
      values: { name: 'x\u202ey' },
    };
    const answer = await world.call<Failure>('customer', 'POST', `${PATH}test/`, test);
    expect(answer.body.errors).toEqual({ values: [expect.stringContaining('U+202E')] });
  });

  test('says of a field named as what every object has that there is none', async () => {
    const answer = await ask({ ...base(), toString: 1, constructor: 2 });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { toString: ['This field does not exist.'], constructor: ['This field does not exist.'] },
    ]);
  });

  test('is not broken by what no database can hold', async () => {
    const numbers = ['9841000001', '\\u0000', '"\\', `${'x'.repeat(199)}😀`];
    expect(await plan({ ...base(), recipients: { numbers } })).toMatchObject({
      recipients: 1,
      refused: { invalid: 3 },
    });
    for (const bad of ['x\u0000y', '9841\ud800']) {
      const answer = await ask({ ...base(), recipients: { numbers: ['9841000001', bad] } });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['recipients.numbers.1']]);
    }
  });

  test.each([
    ['a sender of another account', { sender: '01a1fd12-ad45-76ae-9747-bf02d132d258' }, 'sender'],
    [
      'a group that is not there',
      { recipients: { groups: ['01a1fd12-ad45-76ae-9747-bf02d132d258'] } },
      'recipients.groups',
    ],
    [
      'a file that is not there',
      { recipients: { file: { reference: '01a1fd12-ad45-76ae-9747-bf02d132d258', phone: 'x' } } },
      'recipients.file',
    ],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['no text', { body: '' }, 'body'],
  ])('refuses %s', async (_, change, field) => {
    const answer = await ask({ ...base(), ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test('spends packages first: the nearest expiry, and the dearest operator’s parts', async () => {
    const { customer } = world.accounts;
    await sql`INSERT INTO pricing (account, operator, price) VALUES (${customer}, 'ncell', 150)`.execute(
      world.db,
    );
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at)
      VALUES (${customer}, 'late', 10, 10, now() + interval '9 days'), (${customer}, 'soon', 2, 2, now() + interval '1 day'),
        (${customer}, 'over', 100, 100, now() - interval '1 day')`.execute(world.db);
    const request = {
      ...base(),
      recipients: { numbers: ['9841000001', '9801000001', '9801000002', '9801000003'] },
    };
    const numbers = Array.from({ length: 12 }, (_, i) => `98412000${String(i).padStart(2, '0')}`);
    request.recipients.numbers.push(...numbers);
    const made = await plan(request);
    expect(made).toMatchObject({ recipients: 16, package_parts: 12, cost: Math.round(4 * 135.6) });
    expect(made.operators[0]).toMatchObject({ operator: 'ncell', parts: 3, package_parts: 3, amount: 0 });
    const sent = await post({ ...request, plan: made.uuid, cost: made.cost });
    expect(sent.status, sent.text).toBe(201);
    const { rows } = await sql<{ name: string; remaining: number }>`
      SELECT name, remaining FROM account_package WHERE account = ${customer} ORDER BY name`.execute(
      world.db,
    );
    expect(rows).toEqual([
      { name: 'late', remaining: 0 },
      { name: 'over', remaining: 100 },
      { name: 'soon', remaining: 0 },
    ]);
    await audit(world.db);
    await sql`DELETE FROM pricing WHERE account IS NOT NULL`.execute(world.db);
  });
});

describe('sending', () => {
  test('needs the cost, and refuses another with the new plan', async () => {
    const made = await plan(base());
    const before = [await balance(), await campaigns()];
    const missing = await post({ ...base(), plan: made.uuid });
    expect([missing.status, Object.keys(missing.body.errors ?? {})]).toEqual([400, ['cost']]);
    await sql`UPDATE pricing SET price = 200`.execute(world.db);
    const changed = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(changed.status).toBe(409);
    expect(changed.body).toMatchObject({ code: 'price_changed', data: { cost: 200, recipients: 1 } });
    expect([await balance(), await campaigns()]).toEqual(before);
    const agreed = await post({ ...base(), plan: made.uuid, cost: 200 });
    expect(agreed.status, agreed.text).toBe(201);
    expect(await balance()).toBe(before[0]! - 200);
    await sql`UPDATE pricing SET price = 135.6`.execute(world.db);
  });

  test('a number blacklisted since the plan changes the price and gets nothing', async () => {
    const request = { ...base(), recipients: { numbers: ['9841000001', '9841000777'] } };
    const made = await plan(request);
    await world.call('customer', 'POST', '/v1/sms/blacklist-numbers/', { phone: '9841000777' });
    const changed = await post({ ...request, plan: made.uuid, cost: made.cost });
    expect(changed.body).toMatchObject({
      code: 'price_changed',
      data: { recipients: 1, refused: { blacklisted: 1 } },
    });
  });

  test('a balance equal to the price sends; one paisa short sends nothing', async () => {
    const set = async (to: number) => {
      const by = to - (await balance());
      await sql`UPDATE account SET balance = ${to} WHERE uuid = ${world.accounts.customer}`.execute(world.db);
      await sql`INSERT INTO wallet_entry (account, kind, amount, balance) SELECT ${world.accounts.customer}, 'adjustment', ${by}, ${to}
        WHERE ${by} <> 0`.execute(world.db);
    };
    const made = await plan(base());
    await set(made.cost - 1);
    const before = await campaigns();
    const short = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(short.status).toBe(402);
    expect(short.body).toMatchObject({
      code: 'insufficient_balance',
      data: { sufficient: false, balance_after: -1 },
    });
    expect([await balance(), await campaigns()]).toEqual([made.cost - 1, before]);
    await set(made.cost);
    const equal = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect(equal.status, equal.text).toBe(201);
    expect(await balance()).toBe(0);
    await set(5_000_000);
    await audit(world.db);
  });

  test('a plan is sent once, for what it was made for, by whom it was made', async () => {
    const made = await plan(base());
    const other = await post({ ...base(), body: 'Another text', plan: made.uuid, cost: made.cost });
    expect(Object.keys(other.body.errors ?? {})).toEqual(['plan']);
    expect((await post({ ...base(), plan: made.uuid, cost: made.cost }, 'other')).status).toBe(400);
    expect((await post({ ...base(), plan: made.uuid, cost: made.cost })).status).toBe(201);
    const again = await post({ ...base(), plan: made.uuid, cost: made.cost });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('a plan that is sent ten times at once is one campaign, charged once, and nine conflicts', async () => {
    const made = await plan(base());
    const [before, charged] = [await campaigns(), await balance()];
    const sent = Array.from({ length: 10 }, () => post({ ...base(), plan: made.uuid, cost: made.cost }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect([await campaigns(), await balance()]).toEqual([before + 1, charged - made.cost]);
  });

  test('more senders at once than the server has database connections are all served', async () => {
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 25 }, () => post({ ...base(), cost: 136 })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await balance()).toBe(before - 25 * 136);
  });

  test('nobody to send to is refused', async () => {
    const answer = await post({ ...base(), recipients: { numbers: ['1'] }, cost: 0 });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['recipients']]);
  });

  test('one key, ten requests at once: one campaign, one charge, one answer; another body is refused', async () => {
    const made = await plan(base());
    const before = [await balance(), await campaigns()];
    const send = (body: object) =>
      world.app.inject({
        method: 'POST',
        url: PATH,
        payload: body,
        headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': 'key-1' },
      });
    const request = { ...base(), plan: made.uuid, cost: made.cost };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(request)));
    const statuses = new Set(answers.map((answer) => answer.statusCode));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    const replay = await send(request);
    expect(replay.statusCode).toBe(201);
    const uuids = new Set(
      [replay, ...answers].filter((a) => a.statusCode === 201).map((a) => a.json().data.uuid),
    );
    expect(uuids.size).toBe(1);
    expect([await balance(), await campaigns()]).toEqual([before[0]! - made.cost, before[1]! + 1]);
    expect((await send({ ...request, name: 'Other' })).statusCode).toBe(422);
  });

  test('a kept answer is replayed even when the request would be refused by now', async () => {
    const send = () =>
      world.app.inject({
        method: 'POST',
        url: PATH,
        payload: { ...base(), cost: 136 },
        headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': 'key-2' },
      });
    const first = await send();
    expect(first.statusCode, first.body).toBe(201);
    await sql`UPDATE sender_identity SET status = 'rejected'`.execute(world.db);
    const replay = await send();
    await sql`UPDATE sender_identity SET status = 'approved'`.execute(world.db);
    expect([replay.statusCode, replay.json().data?.uuid]).toEqual([201, first.json().data.uuid]);
  });

  test('support staff and the signed-out cannot send; a customer without the pair neither', async () => {
    expect((await ask(base(), 'support')).status).toBe(403);
    expect((await world.call(null, 'POST', PATH, base())).status).toBe(401);
    await sql`UPDATE users SET ui_permissions = '[["bulk-sms", "get"]]' WHERE email = ${world.emails.other}`.execute(
      world.db,
    );
    expect((await ask(base(), 'other')).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL`.execute(world.db);
  });
});
