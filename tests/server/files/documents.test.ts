import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { FILES_PATH } from '#schema/file.ts';
import { jpeg, pdf, png, pngChunk, pngHeader, pngOf } from '../../support/documents.ts';
import { zip } from '../../support/xlsx.ts';
import { setUpDocuments } from './documentsSetup.ts';

const setup = setUpDocuments();
const { uploaded, read } = setup;

const end = pngChunk('IEND', Buffer.alloc(0));
const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
/** A JPEG whose frame says that it has so many pixels. */
const jpegOf = (width: number, height: number): Buffer => {
  const bytes = jpeg();
  const frame = bytes.indexOf(bytesOf('ffc0'));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
};

describe('uploading a document', () => {
  test.each([
    ['a PDF', 'pdf', pdf()],
    ['a JPEG', 'jpeg', jpeg()],
    [
      'a JPEG with a moment of film behind it, as phones make',
      'jpeg',
      Buffer.concat([jpeg(), Buffer.from('ftypmp42 film')]),
    ],
    ['a PNG', 'png', png()],
    ['an interlaced PNG', 'png', readFileSync(new URL('../../support/interlaced.png', import.meta.url))],
  ] as const)('takes %s whatever it is called', async (_, kind, content) => {
    const { uuid, ...rest } = await uploaded(content, 'C:\\scans\\नागरिकता.exe');
    expect(rest).toEqual({
      ...{ name: 'नागरिकता.exe', size: content.length, kind, columns: [], sample: [] },
      ...{ header_row: null, sheets: [], sheet: null, hidden_rows: null },
    });
    const { rows } = await sql`SELECT kind, attached FROM file WHERE uuid = ${uuid}`.execute(setup.world.db);
    expect(rows).toEqual([{ kind, attached: false }]);
  });

  test('is open to who may request a sender ID, and a sheet still is not', async () => {
    await sql`UPDATE users SET ui_permissions = '[["profile-my","post"]]'
      WHERE email = 'support@demo.test'`.execute(setup.world.db);
    expect((await uploaded(png(), 'a.png', 'support')).kind).toBe('png');
    const sheet = await setup.world.upload<Failure>('name,phone\nSita,9841000001\n', 'a.csv', 'support');
    expect([sheet.status, sheet.body.code]).toEqual([403, 'forbidden']);
    const big = Buffer.concat([jpeg(), Buffer.alloc(10 * 1024 * 1024)]);
    expect((await setup.world.upload<Failure>(big, 'photo.jpg', 'support')).status).toBe(413);
    await sql`UPDATE users SET ui_permissions = NULL
      WHERE email = 'support@demo.test'`.execute(setup.world.db);
  });

  test.each([
    ['contact-list', 403],
    ['bulk-sms', 403],
    ['kyc-submit', 201],
    ['topup-list', 201],
    ['package-list', 201],
  ])('with the pair to change %s alone is answered with %i', async (name, status) => {
    await sql`UPDATE users SET ui_permissions = ${JSON.stringify([[name, 'post']])}
      WHERE email = 'other@demo.test'`.execute(setup.world.db);
    expect((await setup.world.upload(png(), 'a.png', 'other')).status).toBe(status);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'other@demo.test'`.execute(setup.world.db);
  });

  test.each<[string, Buffer, RegExp]>([
    ['a PDF without its end', pdf().subarray(0, -20), /PDF is damaged/],
    ['a PDF without objects', Buffer.from('%PDF-1.7\nstartxref\n3\n%%EOF'), /PDF is damaged/],
    [
      'a PDF of digits',
      Buffer.from(`%PDF-1.7\n${'1'.repeat(2_000_000)}\nstartxref\n3\n%%EOF`),
      /PDF is damaged/,
    ],
    [
      'a PDF whose table is beyond it',
      Buffer.from('%PDF-1.7\n1 0 obj\nstartxref\n9999\n%%EOF'),
      /PDF is damaged/,
    ],
    ['a JPEG cut short', jpeg().subarray(0, -8), /JPEG is damaged/],
    ['a JPEG of no size', jpegOf(0, 16), /JPEG is damaged/],
    [
      'a JPEG without its picture',
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
      /JPEG is damaged/,
    ],
    ['a JPEG of a billion pixels', jpegOf(40_000, 40_000), /picture is too large/],
    ['a PNG cut short', png().subarray(0, -12), /PNG is damaged/],
    ['a PNG with something behind it', Buffer.concat([png(), Buffer.from('<script>')]), /PNG is damaged/],
    [
      'a PNG with a wrong checksum',
      Buffer.from(png().toString('hex').replace('49454e44ae', '49454e44af'), 'hex'),
      /PNG is damaged/,
    ],
    ['a PNG with less than its size says', pngOf(pngHeader(900, 900), png().subarray(33)), /PNG is damaged/],
    [
      'a PNG with more than its size says',
      pngOf(pngHeader(2, 2), png(2000, 2000).subarray(33)),
      /PNG is damaged/,
    ],
    ['a PNG of no size', pngOf(pngHeader(0, 0), png().subarray(33)), /PNG is damaged/],
    [
      'a PNG of a billion pixels',
      pngOf(pngHeader(40_000, 40_000), pngChunk('IDAT', Buffer.from('x')), end),
      /picture is too large/,
    ],
    [
      'a PDF that is an archive too',
      Buffer.concat([pdf(), zip({ 'run.exe': 'x' })]),
      /PDF is damaged|another file after/,
    ],
    [
      'a JPEG that is an archive too',
      Buffer.concat([jpeg(), zip({ 'run.exe': 'x' })]),
      /another file after the document/,
    ],
    [
      'a picture of an iPhone',
      bytesOf('0000001c66747970686569630000000068656963'.padEnd(120, '0')),
      /Save it as JPEG/,
    ],
    [
      'a GIF',
      Buffer.concat([Buffer.from('GIF89a'), bytesOf('0a000a00800000ff000000ff00')]),
      /kind of picture.*JPEG or PNG/,
    ],
    ['a web page called .png', Buffer.from('\0<html>'), /not a text file/],
  ])('refuses %s with 415 and the way out', async (_, content, sentence) => {
    const { status, body } = await setup.world.upload<Failure>(content, 'photo.png');
    expect([status, body.code]).toEqual([415, 'unsupported_file']);
    expect(body.detail).toMatch(sentence);
  });

  test('refuses one of more than 10 MB, and a sheet of that size passes', async () => {
    const big = Buffer.concat([jpeg(), Buffer.alloc(10 * 1024 * 1024)]);
    const { status, body } = await setup.world.upload<Failure>(big, 'photo.jpg');
    expect(status).toBe(413);
    expect(body.detail).toMatch(/larger than 10 MB, the limit for documents\. It was not saved/);
    const row = `${'x'.repeat(90)},9841000001\n`;
    expect((await uploaded(`name,phone\n${row.repeat(110_000)}`)).kind).toBe('csv');
  });

  test('a text that begins like a picture stays a sheet', async () => {
    expect((await uploaded('BMI,phone\n22,9841000001\n')).columns).toEqual(['BMI', 'phone']);
  });

  test('a document is no sheet to send to', async () => {
    const { uuid } = await uploaded(pdf());
    const { status, body } = await setup.world.call<Failure>('customer', 'POST', '/v1/sms/compose/plan/', {
      name: 'x',
      sender: setup.world.sender,
      body: 'y',
      recipients: { file: { reference: uuid, phone: 'phone' } },
    });
    expect([status, body.detail]).toEqual([
      400,
      'This file is a document. Upload a CSV or Excel (.xlsx) file.',
    ]);
  });
});

describe('reading a document', () => {
  test('gives its account the same bytes, with nothing that a browser might run', async () => {
    const content = png(40, 30);
    const { uuid } = await uploaded(content, 'नागरिकता (front).html');
    const response = await setup.world.app.inject({
      url: `${FILES_PATH}${uuid}/`,
      headers: { authorization: `Token ${setup.world.tokens.customer}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'content-disposition': `inline; filename="_ (front).png"; filename*=UTF-8''${encodeURIComponent('नागरिकता')}%20%28front%29.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    });
  });

  test('is refused to other accounts and to staff while it belongs to nothing', async () => {
    const { uuid } = await uploaded(pdf());
    expect((await read(uuid, null)).status).toBe(401);
    for (const caller of ['other', 'support', 'admin'] as const) {
      expect([caller, (await read(uuid, caller)).status]).toEqual([caller, 404]);
    }
    expect((await read('01890000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await read('nonsense')).status).toBe(400);
  });

  test('is for staff who review what it is attached to, and for no pair else', async () => {
    const { uuid } = await uploaded(pdf());
    const answer = await setup.world.call('customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', {
      amount: 100_000,
      method: 'bank',
      reference: 'DOC-1',
      receipt: uuid,
    });
    expect(answer.status, answer.text).toBe(201);
    expect((await read(uuid, 'support')).status).toBe(200);
    expect((await read(uuid, 'other')).status).toBe(404);
    const setPairs = (pairs: unknown) =>
      sql`UPDATE users SET ui_permissions = ${pairs === null ? null : JSON.stringify(pairs)}
        WHERE email IN ('support@demo.test', 'other@demo.test')`.execute(setup.world.db);
    await setPairs([
      ['sender-identity-list', 'get'],
      ['kyc-list', 'get'],
    ]);
    expect((await read(uuid, 'support')).status).toBe(404);
    await setPairs([['payment-reference-list', 'get']]);
    expect((await read(uuid, 'support')).status).toBe(200);
    // Nor does a customer whose list was given the pair by some other way.
    expect((await read(uuid, 'other')).status).toBe(403);
    await setPairs(null);
  });

  test('never answers a sheet, and a file that the store lost is not found', async () => {
    const sheet = await uploaded('name,phone\nSita,9841000001\n');
    expect((await read(sheet.uuid)).status).toBe(404);
    const { uuid } = await uploaded(pdf());
    const { rows } = await sql<{ path: string }>`SELECT path FROM file WHERE uuid = ${uuid}`.execute(
      setup.world.db,
    );
    await setup.world.deps.files.remove(rows[0]!.path);
    expect(await read(uuid)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
