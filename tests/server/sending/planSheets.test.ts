import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { UploadedFile } from '#schema/file.ts';
import { setUpPlans } from './planSetup.ts';

const setup = setUpPlans();
const { base, plan } = setup;

describe('a plan', () => {
  test('finds duplicate numbers of a sheet without table statistics', async () => {
    const numbers = Array.from({ length: 15_000 }, (_, i) => `98410${String(i).padStart(5, '0')}`);
    const planOf = async (phones: readonly string[]) => {
      const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(`phone\n${phones.join('\n')}`)).body
        .data;
      return plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    };
    // Of the plan that comes next it has never heard.
    expect((await planOf(numbers.slice(0, 100))).recipients).toBe(100);
    await sql`ANALYZE plan_recipient`.execute(setup.world.db);
    const found = await planOf([...numbers, ...numbers.slice(0, 20)]);
    expect([found.recipients, found.refused.duplicate]).toEqual([15_000, 20]);
  });

  test('finds blacklisted numbers of a sheet without table statistics', async () => {
    const numbers = Array.from({ length: 15_000 }, (_, i) => `98411${String(i).padStart(5, '0')}`);
    const list = (phones: readonly string[]) =>
      sql`
        INSERT INTO blacklist_number (account, phone, source)
        SELECT ${setup.world.accounts.customer}, '+977' || phone, 'manual' FROM unnest(${phones}::text[]) AS phone`.execute(
        setup.world.db,
      );
    await list(['9841200000']);
    await sql`ANALYZE plan_recipient, blacklist_number`.execute(setup.world.db);
    await list(numbers.map((phone) => phone.replace('98411', '98412').replace(/^(.*)00000$/, '$199999')));
    await list(numbers.slice(0, 20));
    const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(`phone\n${numbers.join('\n')}`)).body
      .data;
    const found = await plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    expect([found.recipients, found.refused.blacklisted]).toEqual([14_980, 20]);
  });

  test('leaves out a row of a sheet with more cells than its header, as an import does', async () => {
    const sheet = 'phone,name\n9841000001,Thapa, Ram\n9841000002,Sita,\n';
    const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(sheet)).body.data;
    const found = await plan({ ...base(), recipients: { file: { reference: uuid, phone: 'phone' } } });
    expect([found.recipients, found.refused.invalid]).toEqual([1, 1]);
    expect(found.refused_rows).toMatchObject([
      { row: 2, value: '9841000001', reason: expect.stringContaining('more cells than the header') },
    ]);
  });

  test('says whether the first of two numbers is in the sheet or among the pasted ones', async () => {
    const sheet = 'phone\n9841000002\n9841000003\n9841000003\n';
    const { uuid } = (await setup.world.upload<{ data: UploadedFile }>(sheet)).body.data;
    const numbers = ['9841000001', '9841000002', '9841000001'];
    const found = await plan({
      ...base(),
      recipients: { numbers, file: { reference: uuid, phone: 'phone' } },
    });
    expect(found.refused_rows.map(({ source, row, reason }) => [source, row, reason])).toEqual([
      ['numbers', 3, 'The same number as in row 1.'],
      ['file', 2, 'The same number as in row 2 of the numbers.'],
      ['file', 4, 'The same number as in row 3.'],
    ]);
  });

  test('counts a sheet of good, bad, duplicate and blacklisted numbers in both languages by hand', async () => {
    await setup.world.call('customer', 'POST', '/v1/core/sms/blacklist-numbers/', {
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
    const file = (await setup.world.upload<{ data: UploadedFile }>(`\ufeff${sheet}`)).body.data;
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
    const csv = await setup.world.call('customer', 'GET', `/v1/sms/compose/plan/${answer.uuid}/refused/`);
    expect(csv.text.split('\r\n')).toHaveLength(7);
    expect(
      (await setup.world.call('other', 'GET', `/v1/sms/compose/plan/${answer.uuid}/refused/`)).status,
    ).toBe(404);
  });
});
