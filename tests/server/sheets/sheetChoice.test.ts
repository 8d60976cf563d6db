import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BlacklistImport } from '#schema/blacklistImport.ts';
import type { Plan } from '#schema/compose.ts';
import type { Contact } from '#schema/contact.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { workbook } from '../../support/xlsx.ts';

const CONTACTS = '/v1/core/contacts/imports/';
const BLACKLIST = '/v1/core/sms/blacklist-numbers/imports/';
const PATH = join(import.meta.dirname, '../../support/workbooks/several.xlsx');
const NO_SHEET = 'The workbook does not contain this sheet. It has: Customers & co, कर्मचारी.';
const NO_HEADER = 'Row 2 is empty or missing, so it cannot be the row with the column names.';

let t: TestApp;
let book: UploadedFile;

beforeAll(async () => {
  t = await createTestApp({ enqueue: async (_, { uuid }) => runImport(t.deps, uuid) });
  book = (await t.upload<{ data: UploadedFile }>(await readFile(PATH), 'several.xlsx')).body.data;
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`DELETE FROM contact`.execute(t.db);
  await sql`DELETE FROM blacklist_number`.execute(t.db);
});

const importInto = async (path: string, mapping: object, more: object = {}) => {
  const body = { file: book.uuid, mapping, ...more };
  const answer = await t.call<{ data: ContactImport & BlacklistImport } & Failure>(
    'customer',
    'POST',
    path,
    body,
  );
  if (answer.status !== 201) return answer.body.errors ?? answer.text;
  const { uuid } = answer.body.data;
  return (await t.call<{ data: ContactImport }>('customer', 'GET', `${path}${uuid}/`)).body.data;
};
const planOf = async (file: object, body = 'Dear {{name}}') => {
  const answer = await t.call<{ data: Plan } & Failure>('customer', 'POST', '/v1/sms/compose/plan/', {
    ...{ name: 'Offer', sender: t.sender, body },
    recipients: { file: { reference: book.uuid, ...file } },
  });
  return answer.status === 200 ? answer.body.data : (answer.body.errors ?? answer.text);
};

test('an upload tells the sheets that are not hidden, and where the table was found', () => {
  expect(book.sample[0]).toEqual(['Person 0', '9841000000', '2026-11-23 9:30:00']);
  expect(book).toMatchObject({
    kind: 'xlsx',
    sheets: ['Customers & co', 'कर्मचारी'],
    sheet: 'Customers & co',
    header_row: 3,
    columns: ['Name', 'Mobile', 'Due'],
    hidden_rows: 12,
  });
});

test('an upload counts hidden rows to the end of a long workbook, and says null where that is broken', async () => {
  const upload = async (xml: string) =>
    (await t.upload<{ data: UploadedFile }>(workbook(xml), 'long.xlsx')).body.data;
  const row = (i: number, text = `98${41_000_000 + i}`) =>
    `<row${i % 2 ? ' hidden="1"' : ''}><c t="str"><v>${text}</v></c><c t="str"><v>${'x'.repeat(99)}</v></c></row>`;
  const rows = Array.from({ length: 12_000 }, (_, i) => row(i)).join('');
  const head = '<row><c t="str"><v>phone</v></c></row>';
  expect(await upload(head + rows)).toMatchObject({ hidden_rows: 6000 });
  // Where none is hidden that is known without reading on.
  const shown = rows.replaceAll(' hidden="1"', '');
  expect(await upload(`${head}${shown}${row(12_000, '_x0000_')}`)).toMatchObject({ hidden_rows: 0 });
  expect(await upload(`${head}${rows}${row(12_000, '_x0000_')}`)).toMatchObject({ hidden_rows: null });
});

describe('a plan', () => {
  test('is of the sheet, the header and the rows that are asked for', async () => {
    const columns = { name: 'Name' };
    expect(await planOf({ phone: 'Mobile', columns })).toMatchObject({ given: 20, hidden_rows: 12 });
    expect(await planOf({ phone: 'Mobile', columns, hidden_rows: 'skip' })).toMatchObject({
      given: 8,
      hidden_rows: 12,
    });
    // Rows 12 to 23 are hidden; counted are those below the header.
    expect(await planOf({ phone: '9841000016', header_row: 20 }, 'Hello')).toMatchObject({
      given: 3,
      hidden_rows: 3,
    });
    expect(await planOf({ phone: 'phone', sheet: 'कर्मचारी' })).toMatchObject({
      given: 2,
      hidden_rows: 0,
      recipients: 1,
      refused_rows: [{ row: 3 }],
      samples: [{ text: 'Dear Hari' }],
    });
    expect(await planOf({ phone: 'Column 2', header_row: 0 }, 'Hello')).toMatchObject({ given: 22 });
  });

  test.each([
    [{ phone: 'phone', sheet: 'Nobody' }, { 'recipients.file.sheet': [NO_SHEET] }],
    [{ phone: 'phone', header_row: 2 }, { 'recipients.file.header_row': [NO_HEADER] }],
  ])('of %j is refused with the field', async (file, errors) => {
    expect(await planOf(file)).toEqual(errors);
  });
});

describe('an import', () => {
  test('is of the sheet, the header and the rows that are asked for', async () => {
    const mapping = {
      phone: 'Mobile',
      name: 'Name',
      sheet: 'Customers & co',
      header_row: 3,
      hidden_rows: 'skip',
    };
    const done = await importInto(CONTACTS, mapping, { groups: [] });
    expect(done).toMatchObject({
      status: 'completed',
      rows: 8,
      created: 8,
      refused: 0,
      hidden_rows: 12,
      mapping,
    });
    const { results } = (
      await t.call<{ results: Contact[] }>('customer', 'GET', '/v1/core/contacts/?search=Person%200')
    ).body;
    expect(results).toMatchObject([{ phone: '+9779841000000', attributes: { Due: '2026-11-23 9:30:00' } }]);
    // Hidden rows are in unless they are left out.
    expect(await importInto(CONTACTS, { phone: 'Mobile' }, { groups: [] })).toMatchObject({
      rows: 20,
      created: 12,
      hidden_rows: 12,
    });
    expect(await importInto(BLACKLIST, { phone: 'phone', sheet: 'कर्मचारी' })).toMatchObject({
      rows: 2,
      created: 1,
      hidden_rows: 0,
    });
  });

  test('counts the rows above its header for nothing, and names those below as the spreadsheet does', async () => {
    const done = await importInto(CONTACTS, { phone: 'Column 2', header_row: 0 }, { groups: [] });
    expect(done).toMatchObject({ rows: 22, refused: 2 });
    const report = await t.call('customer', 'GET', `${CONTACTS}${(done as ContactImport).uuid}/refused/`);
    expect(report.text).toMatch(
      /^\ufeff?row,value,reason,Column 1,Column 2,Column 3\r\n1,,.*\r\n3,Mobile,.*\r\n$/,
    );
    const below = await importInto(CONTACTS, { phone: '9841000001', header_row: 5 }, { groups: [] });
    expect(below).toMatchObject({ rows: 18, refused: 0 });
  });

  test('that stopped tells the hidden rows that it came to', async () => {
    const plain = (await t.upload<{ data: UploadedFile }>('phone\n9841000001\n', 'a.csv')).body.data.uuid;
    const csv = await importInto(CONTACTS, { phone: 'phone' }, { groups: [], file: plain });
    expect(csv).toMatchObject({ status: 'completed', hidden_rows: 0 });
    const row = (text: string) => `<row hidden="1"><c t="str"><v>${text}</v></c></row>`;
    const rows = Array.from({ length: 12_000 }, (_, i) => row(`98${41_000_000 + i}`)).join('');
    const broken = `<row><c t="str"><v>phone</v></c></row>${rows}${row('_x0000_')}`;
    const file = (await t.upload<{ data: UploadedFile }>(workbook(broken), 'long.xlsx')).body.data.uuid;
    const failed = (await importInto(CONTACTS, { phone: 'phone' }, { groups: [], file })) as ContactImport;
    expect(failed.status).toBe('failed');
    expect(failed.hidden_rows).toBeGreaterThanOrEqual(failed.rows);
    expect(failed.rows).toBeGreaterThan(0);
  });

  test.each([
    [{ phone: 'phone', sheet: 'Nobody' }, { 'mapping.sheet': [NO_SHEET] }],
    [{ phone: 'phone', header_row: 2 }, { 'mapping.header_row': [NO_HEADER] }],
    [{ phone: 'Mobile', sheet: 'कर्मचारी' }, { 'mapping.phone': ['The file has no column "Mobile".'] }],
  ])('of %j is refused with the field', async (mapping, errors) => {
    expect(await importInto(CONTACTS, mapping, { groups: [] })).toEqual(errors);
    expect(await importInto(BLACKLIST, mapping)).toEqual(errors);
  });
});
