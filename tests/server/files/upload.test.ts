import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '../../../schema/entity.ts';
import { UPLOAD_MAX, type UploadedFile } from '../../../schema/file.ts';
import { type Answer, createTestApp, multipart, type TestApp } from '../../support/app.ts';
import { xlsx, zip } from '../../support/xlsx.ts';

const PATH = '/v1/core/upload/file/public/';
const IMPORTS = '/v1/core/contacts/imports/';
const CSV = 'name,phone\nSita,9841000001\n';
let t: TestApp;
let port: number;

beforeAll(async () => {
  t = await createTestApp({ enqueue: async () => {} });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as { port: number }).port;
});
afterAll(() => t.close());

const stored = async () =>
  (await readdir(t.folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;
const rows = async () => (await sql<{ n: number }>`SELECT count(*) AS n FROM file`.execute(t.db)).rows[0]?.n;

afterEach(async () => {
  // Whatever happened: a file is kept exactly where a row tells of it.
  await expect.poll(stored).toBe(await rows());
});

const post = (payload: Buffer | string, headers: Record<string, string>): Promise<Answer<Failure>> =>
  t.app
    .inject({
      method: 'POST',
      url: PATH,
      payload,
      headers: { authorization: `Token ${t.tokens.customer}`, ...headers },
    })
    .then((response) => ({
      status: response.statusCode,
      body: response.json(),
      text: response.body,
      headers: response.headers,
    }));

describe('an upload', () => {
  test('answers what is in a CSV file, to be imported or sent to', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `n${i},984100000${i}`);
    const { status, body } = await t.upload<{ data: UploadedFile }>(
      `name,phone\n${names.join('\n')}`,
      'C:\\my\\सूची.csv',
    );
    expect(status).toBe(201);
    expect(body.data).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'सूची.csv',
      size: expect.any(Number),
      kind: 'csv',
      columns: ['name', 'phone'],
      sample: names.slice(0, 5).map((line) => line.split(',')),
      header_row: 1,
      sheets: [],
      sheet: null,
      hidden_rows: 0,
    });
  });

  test('knows an Excel file by its content, whatever its name', async () => {
    const { status, body } = await t.upload<{ data: UploadedFile }>(
      xlsx([['phone'], [9841000001]]),
      'list.csv',
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'xlsx', columns: ['phone'], sample: [['9841000001']] });
  });

  test('reads Windows-1252, found a megabyte in', async () => {
    const content = Buffer.from(`${CSV.repeat(40_000)}Jos\xe9,1`, 'latin1');
    const { status, body } = await t.upload<{ data: UploadedFile }>(content, 'list.csv');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'csv', columns: ['name', 'phone'] });
  });

  test('is for those who keep contacts or send', async () => {
    expect((await t.upload(CSV, 'a.csv', 'admin')).status).toBe(201);
    expect((await t.upload(CSV, 'a.csv', 'support')).status).toBe(403);
    expect((await t.app.inject({ method: 'POST', url: PATH, ...multipart(CSV) })).statusCode).toBe(401);
  });

  test.each([
    ['a broken PDF', Buffer.from('%PDF-1.7\n'), /PDF is damaged/],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /old Excel file/],
    ['a ZIP that is no workbook', zip({ 'a.txt': 'x' }), /not an Excel workbook/],
    ['the start of a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), /not UTF-8|not a text/],
    [
      'an OpenDocument sheet',
      Buffer.concat([
        Buffer.from('504b0304', 'hex'),
        Buffer.alloc(26),
        Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      ]),
      /OpenDocument file/,
    ],
    ['a flat OpenDocument', '<?xml version="1.0"?><office:document/>', /HTML, XML or RTF/],
    ['a page that is named a sheet', '\n<!DOCTYPE html><table><tr><td>9841000001', /HTML, XML or RTF/],
    ['a rich text', '{\\rtf1\\ansi name,9841000001}', /HTML, XML or RTF/],
    [
      'UTF-8 that is damaged a megabyte in',
      Buffer.concat([Buffer.from(`सीता\n${CSV.repeat(40_000)}`), Buffer.from([0xe9, 10])]),
      /CSV UTF-8/,
    ],
    ['a broken workbook', xlsx([['a'], ['b']]).subarray(0, 300), /may be damaged/],
  ])('of %s is refused with 415', async (_, content, sentence) => {
    const { status, body } = await t.upload<Failure>(content, 'contacts.csv');
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 'unsupported_file', detail: expect.stringMatching(sentence) });
  });

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'name,phone\n', 'The file has column names but no rows below them.'],
    ['blank lines', '\n\n\n', 'The file is empty.'],
  ])('of %s is refused with 400', async (_, content, detail) => {
    const { status, body } = await t.upload<Failure>(content);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid', detail });
  });

  test.each<[string, () => { payload: Buffer | string; headers: Record<string, string> }, RegExp]>([
    [
      'JSON',
      () => ({ payload: '{}', headers: { 'content-type': 'application/json' } }),
      /multipart\/form-data/,
    ],
    [
      'a bare body',
      () => ({ payload: CSV, headers: { 'content-type': 'text/csv' } }),
      /multipart\/form-data/,
    ],
    ['another field', () => multipart(CSV, { field: 'sheet' }), /in the field "file", not "sheet"/],
    [
      'no file',
      () => ({
        payload: '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
      /no file/,
    ],
    [
      'two files',
      () => {
        const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${CSV}\r\n`;
        return {
          payload: `${part}${part}--b--\r\n`,
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        };
      },
      /one file at a time/,
    ],
    [
      'a body that breaks off',
      () => {
        const { payload, headers } = multipart(CSV.repeat(1000));
        return { payload: payload.subarray(0, 5000), headers };
      },
      /interrupted/,
    ],
    [
      'no boundary',
      () => ({ payload: CSV, headers: { 'content-type': 'multipart/form-data' } }),
      /not valid|interrupted/,
    ],
  ])('with %s is refused with 400', async (_, make, sentence) => {
    const { payload, headers } = make();
    const { status, body } = await post(payload, headers);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid', detail: expect.stringMatching(sentence) });
  });
});

/** Starts a real upload of up to `total` bytes of CSV, and tells how many were taken when it was answered. */
async function send(
  total: number,
  headers: Record<string, string>,
): Promise<{ status: number; sent: number; detail: string }> {
  const request: ClientRequest = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: PATH,
    headers: {
      authorization: `Token ${t.tokens.customer}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  request.on('error', () => {});
  let answered: IncomingMessage | undefined;
  const answer = once(request, 'response').then(([response]) => {
    answered = response as IncomingMessage;
  });
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  const chunk = Buffer.from('Sita,9841000001\n'.repeat(65_536));
  let sent = 0;
  while (sent < total && !answered) {
    sent += chunk.length;
    if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answer]);
  }
  await answer;
  const response = answered as unknown as IncomingMessage;
  const chunks = await response.toArray();
  request.destroy();
  return {
    status: response.statusCode ?? 0,
    sent,
    detail: JSON.parse(Buffer.concat(chunks).toString()).detail,
  };
}

test('of an account is refused while those that nothing uses have 2 GB together', async () => {
  const own = await t.newCustomers();
  const upload = (as: 'customer' | 'other' = 'customer') =>
    own.upload<{ data: UploadedFile } & Failure>(CSV, 'list.csv', as);
  const { uuid } = (await upload()).body.data;
  await sql`UPDATE file SET size = ${2 * 1024 ** 3 - 2 * CSV.length} WHERE uuid = ${uuid}`.execute(own.db);
  expect((await upload()).status).toBe(201);
  const both = await Promise.all([upload(), upload()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { status, body } = await upload();
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(body.detail).toMatch(/has 2 GB of uploaded files.*was not saved.*after 7 days/);
  expect((await upload('other')).status).toBe(201);
  const start = { file: uuid, mapping: { phone: 'phone', name: 'name' }, groups: [] };
  const started = await own.call<{ data: { uuid: string } }>('customer', 'POST', IMPORTS, start);
  expect(started.status).toBe(201);
  expect((await upload()).status).toBe(201);
  // An import that has ended uses its file no longer: to start and to cancel it makes no room.
  expect((await own.call('customer', 'POST', `${IMPORTS}${started.body.data.uuid}/cancel/`)).status).toBe(
    200,
  );
  expect((await upload()).status).toBe(409);
});

describe('a body that is too large', () => {
  const sentence = /larger than 100 MB and was not saved/;

  test('is refused by the size that it declares, before it is taken', async () => {
    const total = 200 * 1024 * 1024;
    const { status, sent, detail } = await send(total, { 'content-length': String(total) });
    expect(status).toBe(413);
    expect(detail).toMatch(sentence);
    expect(sent).toBeLessThan(UPLOAD_MAX / 4);
  });

  test('is cut at the limit when it declares none, and leaves no file', async () => {
    const { status, sent, detail } = await send(400 * 1024 * 1024, { 'transfer-encoding': 'chunked' });
    expect(status).toBe(413);
    expect(detail).toMatch(sentence);
    expect(sent).toBeLessThan(UPLOAD_MAX + 40 * 1024 * 1024);
  });

  test('and a client that goes away in the middle leave no file', async () => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: PATH,
      headers: {
        authorization: `Token ${t.tokens.customer}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    request.on('error', () => {});
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    request.write(CSV.repeat(10_000));
    await expect.poll(stored).toBe(((await rows()) as number) + 1);
    request.destroy();
    await expect.poll(stored).toBe(await rows());
  });
});
