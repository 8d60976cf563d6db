import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ContactImport } from '../../../schema/contactImport.ts';
import type { Failure } from '../../../schema/entity.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import type { User } from '../../support/app.ts';
import { mapping, PATH, setUpImports } from './contactImportSetup.ts';

const setup = setUpImports();
const { upload, start, find, contacts, refused } = setup;

describe('cancelling an import', () => {
  const cancel = (uuid: string, as: User = 'customer') =>
    setup.world.call<{ data: ContactImport } & Failure>(as, 'POST', `${PATH}${uuid}/cancel/`);

  test('before it ran: nothing is imported', async () => {
    setup.isHeld = true;
    const { uuid } = (await start('Name,Mobile\nSita,9841000001\n')).body.data;
    expect((await cancel(uuid)).body.data).toMatchObject({
      status: 'cancelled',
      finished_at: expect.any(String),
    });
    await runImport(setup.world.deps, uuid);
    expect(await find(uuid)).toMatchObject({ status: 'cancelled', rows: 0 });
    expect(await contacts()).toEqual({});
    expect(await cancel(uuid)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('while it runs: it stops between two batches, and counts tell what stays', async () => {
    setup.isHeld = true;
    const lines = Array.from({ length: 60_000 }, (_, i) => `n${i},98${41_000_000 + i}`);
    const { uuid } = (await start(`Name,Mobile\n${lines.join('\n')}\n`)).body.data;
    const running = runImport(setup.world.deps, uuid);
    await expect
      .poll(async () => (await find(uuid)).rows, { interval: 20, timeout: 30_000 })
      .toBeGreaterThan(0);
    expect((await cancel(uuid)).status).toBe(200);
    await running;
    const ended = await find(uuid);
    expect(ended.status).toBe('cancelled');
    expect(ended.rows).toBeLessThan(60_000);
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM contact`.execute(setup.world.db);
    expect(rows[0]?.n).toBe(ended.created);
  });

  test('is not for another account, nor for who only reads', async () => {
    setup.isHeld = true;
    const { uuid } = (await start('Name,Mobile\nSita,9841000001\n')).body.data;
    expect((await cancel(uuid, 'other')).status).toBe(404);
    expect((await cancel(uuid, 'support')).status).toBe(403);
    expect((await find(uuid)).status).toBe('queued');
  });
});

describe('an import that is started again with its key', () => {
  test.each([
    [PATH, { groups: [] }],
    ['/v1/core/sms/blacklist-numbers/imports/', {}],
  ])('is the same one: %s', async (path, more) => {
    const file = await upload('Name,Mobile\nSita,9841000001\n');
    const send = (sent: object = {}) =>
      setup.world.app.inject({
        method: 'POST',
        url: path,
        payload: { file, mapping: { phone: 'Mobile' }, ...more, ...sent },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': path },
      });
    const first = await send();
    // Its job has ended by now. The answer is that of before.
    const again = await send();
    expect([first.statusCode, again.statusCode], again.body).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    const { rows } = await sql<{ status: string }>`SELECT status FROM contact_import`.execute(setup.world.db);
    expect(rows).toEqual([{ status: 'completed' }]);
    expect((await send({ file: randomUUID() })).json()).toMatchObject({ code: 'key_reused' });
  });
});

describe('starting an import is refused', () => {
  const CSV = 'Name,Mobile\nSita,9841000001\n';

  test.each([
    [
      'a column that is not there',
      { mapping: { phone: 'Phone' } },
      'mapping.phone',
      'The file has no column "Phone".',
    ],
    [
      'a name column that is not there',
      { mapping: { phone: 'Mobile', name: 'N' } },
      'mapping.name',
      'The file has no column "N".',
    ],
    [
      'a group that is not there',
      { groups: ['01a1fd16-4ea6-78fb-8ba9-b8bd602033c9'] },
      'groups',
      'This group does not exist.',
    ],
    [
      'a file that is not there',
      { file: '01a1fd16-4ea6-78fb-8ba9-b8bd602033c9' },
      'file',
      'This file does not exist. Upload it again.',
    ],
    ['an unknown field', { dry: true }, 'dry', 'This field does not exist.'],
  ])('for %s', async (_, more, field, sentence) => {
    const { status, body } = await start(CSV, more);
    expect(status).toBe(400);
    expect(body.errors).toEqual({ [field]: [sentence] });
  });

  test('for a header that is too long to be kept', async () => {
    const { status, body } = await start(`Name,Mobile,${'h'.repeat(61)}\nSita,9841000001,x\n`);
    expect(status).toBe(400);
    expect(body.errors?.mapping?.[0]).toContain('is longer than 60 characters');
  });

  test('for another account’s file, and theirs is not to be seen', async () => {
    const file = await upload(CSV, 'other');
    const { status } = await setup.world.call('customer', 'POST', PATH, { file, mapping, groups: [] });
    expect(status).toBe(400);
    const { body } = await setup.world.call<{ data: ContactImport }>('other', 'POST', PATH, {
      file,
      mapping,
      groups: [],
    });
    for (const path of ['', 'refused/']) {
      expect((await setup.world.call('customer', 'GET', `${PATH}${body.data.uuid}/${path}`)).status).toBe(
        404,
      );
    }
    await sql`DELETE FROM contact`.execute(setup.world.db);
  });

  test('without the permission, and when too many wait', async () => {
    const file = await upload(CSV);
    expect((await setup.world.call('support', 'POST', PATH, { file, mapping, groups: [] })).status).toBe(403);
    setup.isHeld = true;
    for (let i = 0; i < 10; i++) expect((await start(CSV)).status).toBe(201);
    expect(await start(CSV)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('and the refused rows of a running import are not returned', async () => {
    setup.isHeld = true;
    const { uuid } = (await start(CSV)).body.data;
    expect((await refused(uuid)).status).toBe(409);
  });
});
