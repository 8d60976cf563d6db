import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { PATH, setUpPlans } from './planSetup.ts';

const setup = setUpPlans();
const { base, post, ask, plan } = setup;

describe('a plan', () => {
  test('counts parts of each recipient’s own text', async () => {
    const group = await setup.world.call<{ data: { uuid: string } }>(
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
      const made = await setup.world.call('customer', 'POST', '/v1/core/contacts/', {
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
      expect((await setup.world.call<{ data: object }>('admin', 'GET', path)).body.data).toMatchObject(
        shares,
      );
  });

  test('is made at once of a text that opens a placeholder, has many spaces and never closes it', async () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => `984${String(1_000_000 + i)}`);
    const body = `{{${' '.repeat(1400)}x`;
    expect(await plan({ ...base(), body, recipients: { numbers } })).toMatchObject({
      recipients: 1000,
      parts: 10_000,
    });
  });

  test('skips contacts without a name where the text wants one, those named as their number too', async () => {
    const group = await setup.world.call<{ data: { uuid: string } }>(
      'customer',
      'POST',
      '/v1/contact/contact-group/',
      { name: 'Nameless' },
    );
    const groups = [group.body.data.uuid];
    await sql`
      INSERT INTO contact (account, name, phone, operator, groups, attributes)
      SELECT ${setup.world.accounts.customer}, name, phone, 'ntc', ${groups}::uuid[], attributes::jsonb FROM (VALUES
        ('Ram', '+9779841111121', '{}'), ('', '+9779841111122', '{}'), ('+9779841111123', '+9779841111123', '{}'),
        ('9841111124', '+9779841111124', '{}'), ('', '+9779841111125', '{"name": "Sita"}')) AS c(name, phone, attributes)`.execute(
      setup.world.db,
    );
    const answer = await plan({ ...base(), body: 'Dear {{name}}', recipients: { groups } });
    expect(answer).toMatchObject({ given: 5, recipients: 2, refused: { 'missing-value': 3 } });
    expect(answer.samples.map(({ text }) => text).sort()).toEqual(['Dear Ram', 'Dear Sita']);
    expect(answer.refused_rows.map(({ value, reason }) => [value.slice(-2), reason])).toEqual(
      ['22', '23', '24'].map((end) => [end, 'No value for name.']),
    );
    expect((await plan({ ...base(), body: 'To {{phone}}', recipients: { groups } })).recipients).toBe(5);
  });

  test('takes values only from the sheet, even for placeholders named like a property of every object', async () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty'];
    const body = names.map((name) => `{{${name}}}`).join(' ');
    const sheetOf = async (content: string) => {
      const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(content)).body.data;
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
    const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(content)).body.data;
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
    const test = { sender: setup.world.sender, body, phone: '9841000001', values: {} };
    expect((await setup.world.call<Failure>('customer', 'POST', `${PATH}test/`, test)).body.errors).toEqual(
      wrong,
    );
    const template = { name: 'Odd', body };
    expect(
      (await setup.world.call<Failure>('customer', 'POST', '/v1/sms/templates/', template)).body.errors,
    ).toEqual(wrong);
  });

  test('refuses a test message whose value has such a character', async () => {
    const test = {
      sender: setup.world.sender,
      body: 'Hi {{name}}',
      phone: '9841000001',
      values: { name: 'x\u202ey' },
    };
    const answer = await setup.world.call<Failure>('customer', 'POST', `${PATH}test/`, test);
    expect(answer.body.errors).toEqual({ values: [expect.stringContaining('U+202E')] });
  });

  test('reports a field named like a property of every object as missing', async () => {
    const answer = await ask({ ...base(), toString: 1, constructor: 2 });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { toString: ['This field does not exist.'], constructor: ['This field does not exist.'] },
    ]);
  });

  test('refuses characters that PostgreSQL cannot store', async () => {
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
    const { customer } = setup.world.accounts;
    await sql`INSERT INTO pricing (account, operator, price) VALUES (${customer}, 'ncell', 150)`.execute(
      setup.world.db,
    );
    await buyPackage(setup.world.db, customer, { name: 'late', parts: 10, ends: '9 days' });
    await buyPackage(setup.world.db, customer, { name: 'soon', parts: 2 });
    await buyPackage(setup.world.db, customer, { name: 'over', parts: 100, ends: '-1 day' });
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
      setup.world.db,
    );
    expect(rows).toEqual([
      { name: 'late', remaining: 0 },
      { name: 'over', remaining: 100 },
      { name: 'soon', remaining: 0 },
    ]);
    await audit(setup.world.db);
    await sql`DELETE FROM pricing WHERE account IS NOT NULL`.execute(setup.world.db);
  });
});
