import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { auditEntry, entities } from '#schema/index.ts';
import { allows, roles } from '#schema/permissions.ts';
import { actingToken } from '../../contract/operations.ts';
import { type Answer, createTestApp, type TestApp, type User } from '../../support/app.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';
import { sentMessages } from '../../support/sentMessages.ts';

let app: TestApp;
let world: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`TRUNCATE request_count`.execute(app.db);
  world = await app.newCustomers();
});

const READS = ['read', 'download', 'export', 'export-end'];

/** What was read meanwhile, as the log has it, oldest first. */
async function noted(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = await sql<{ uuid: string }>`SELECT uuid FROM audit_entry`.execute(app.db);
  const known = new Set(before.rows.map(({ uuid }) => uuid));
  await work();
  const { rows } = await sql<AuditEntry>`
    SELECT * FROM audit_entry WHERE action = ANY(${READS}) ORDER BY uuid`.execute(app.db);
  return rows.filter(({ uuid }) => !known.has(uuid));
}
const summary = ({ action, entity, record, account, after }: AuditEntry) => ({
  ...{ action, entity, record, account, after },
});

async function get<T = unknown>(as: User, path: string): Promise<Answer<T>> {
  const answer = await world.call<T>(as, 'GET', path);
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return answer;
}

const messages = async (count: number) => (await sentMessages(world, count)).messages;

const contact = async (phone = '9841000001') =>
  (
    await world.call<{ data: { uuid: string } }>('customer', 'POST', '/v1/core/contacts/', {
      ...{ name: 'Sita', phone, groups: [], attributes: {}, is_active: true },
    })
  ).body.data.uuid;

describe('staff’s reading of a customer’s', () => {
  test('messages is noted, with filter, number of rows and record; the customer’s own is not', async () => {
    const [first] = await messages(3);
    const { customer } = world.accounts;
    const entries = await noted(async () => {
      await get('customer', '/v1/sms/dispatch/');
      await get('customer', `/v1/sms/dispatch/${first}/`);
      await get('support', `/v1/sms/dispatch/?account=${customer}&page_size=2`);
      await get('support', `/v1/sms/dispatch/${first}/`);
    });
    expect(entries.map(summary)).toEqual([
      {
        ...{ action: 'read', entity: 'sms/dispatch', record: null, account: customer },
        after: { filter: { account: customer, page: 1, page_size: 2 }, rows: 2 },
      },
      { action: 'read', entity: 'sms/dispatch', record: first, account: customer, after: { rows: 1 } },
    ]);
    expect(entries.map(({ actor_name }) => actor_name)).toEqual(['Bikash Rai', 'Bikash Rai']);
  });

  test('KYC is noted: list, record and decisions, and the papers', async () => {
    const input = await kycInput(world);
    const { uuid } = (await submitKyc(world, input)).body.data;
    const entries = await noted(async () => {
      await get('customer', `/v1/autho/kyc/${uuid}/`);
      await get('support', '/v1/autho/kyc/?ordering=name');
      await get('support', `/v1/autho/kyc/${uuid}/`);
      await get('support', `/v1/core/files/${input.document_front}/`);
    });
    expect(entries.map(({ action, entity, record }) => [action, entity, record])).toEqual([
      ['read', 'kyc', null],
      ['read', 'kyc', uuid],
      ['download', 'files', input.document_front],
    ]);
    expect(entries[2]).toMatchObject({ account: world.accounts.customer, title: expect.any(String) });
    const again = await noted(async () => {
      await sql`TRUNCATE request_count`.execute(app.db);
      await get('support', `/v1/autho/kyc/${uuid}/decisions/`);
    });
    expect(again.map(({ entity, record }) => [entity, record])).toEqual([['kyc', uuid]]);
  });

  test('KYC’s papers is not noted if HEAD asks for the head alone', async () => {
    const input = await kycInput(world);
    await submitKyc(world, input);
    const path = `/v1/core/files/${input.document_front}/`;
    const entries = await noted(async () => {
      const { status, headers, text } = await world.call('support', 'HEAD', path);
      expect([status, text]).toEqual([200, '']);
      expect(headers).toMatchObject({ 'content-disposition': expect.stringContaining('inline') });
    });
    expect(entries).toEqual([]);
  });

  test('records, lists, texts and searches is not noted, and has no length, if HEAD asks for the head alone', async () => {
    const [first] = await messages(2);
    const { uuid } = (await submitKyc(world, await kycInput(world))).body.data;
    const reads: [User, string][] = [
      ['support', '/v1/sms/dispatch/'],
      ['support', `/v1/sms/dispatch/${first}/`],
      ['admin', `/v1/sms/dispatch/${first}/text/`],
      ['support', `/v1/autho/kyc/${uuid}/decisions/`],
      ['support', `/v1/autho/kyc/${uuid}/corrections/`],
      ['support', '/v1/admin/search/?q=9841000001'],
    ];
    const log = () => sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_entry`.execute(app.db);
    const before = await log();
    for (const [as, path] of reads) {
      const { status, headers, text } = await world.call(as, 'HEAD', path);
      expect([status, text], path).toEqual([200, '']);
      expect(headers['content-type'], path).toBe('application/json; charset=utf-8');
      expect(headers['content-length'], path).toBeUndefined();
    }
    expect((await log()).rows).toEqual(before.rows);
    for (const [as, path] of reads) await get(as, path);
    // The second and third read of the one KYC record are equal.
    expect((await log()).rows).toEqual([{ n: (before.rows[0]?.n ?? 0) + reads.length - 1 }]);
    expect((await world.call('support', 'HEAD', `/v1/sms/dispatch/${uuid}/`)).status).toBe(404);
  });

  test('contacts and blacklist in a session as the customer is noted as the member of staff’s', async () => {
    const uuid = await app.call<{ data: { uuid: string } }>('customer', 'POST', '/v1/core/contacts/', {
      ...{ name: 'Sita', phone: '9841000009', groups: [], attributes: {}, is_active: true },
    });
    // Support hold no pair for contacts.
    const token = await actingToken(app, 'admin');
    const read = (url: string) => app.app.inject({ url, headers: { authorization: `Token ${token}` } });
    const entries = await noted(async () => {
      for (const url of [
        '/v1/core/contacts/?search=Sita',
        `/v1/core/contacts/${uuid.body.data.uuid}/`,
        '/v1/sms/blacklist-numbers/',
        '/v1/core/contacts/export/',
      ])
        expect((await read(url)).statusCode).toBe(200);
    });
    expect(
      entries.map(({ action, entity, actor_name, acting_as }) => [
        action,
        entity,
        actor_name,
        acting_as !== null,
      ]),
    ).toEqual([
      ['read', 'contact', 'Asha Gurung', true],
      ['read', 'contact', 'Asha Gurung', true],
      ['read', 'settings/blacklist', 'Asha Gurung', true],
      ['export', 'contact', 'Asha Gurung', true],
    ]);
    expect(entries[0]?.after).toMatchObject({ filter: { search: 'Sita' }, rows: 1 });
  });

  test('messages that a search for a number finds is noted', async () => {
    await messages(2);
    const entries = await noted(() => get('support', '/v1/admin/search/?q=9841000001'));
    expect(entries.map(summary)).toMatchObject([
      { entity: 'sms/dispatch', account: null, after: { filter: { phone: '+9779841000001' } } },
    ]);
    expect(await noted(() => get('support', '/v1/admin/search/?q=Himal'))).toEqual([]);
  });

  test('again and again leaves an entry at the 1st and the 10th time, with the count; another page its own', async () => {
    await messages(3);
    const path = '/v1/sms/dispatch/?page_size=1';
    const entries = await noted(async () => {
      for (let n = 0; n < 12; n++) await get('support', path);
      await get('support', `${path}&page=2`);
      await get('admin', path);
    });
    expect(entries.map(({ actor_name, after }) => [actor_name, (after as { times?: number }).times])).toEqual(
      [
        ['Bikash Rai', undefined],
        ['Bikash Rai', 10],
        ['Bikash Rai', undefined],
        ['Asha Gurung', undefined],
      ],
    );
  });

  test('is refused where it cannot be noted, also when it is tried again', async () => {
    const [first] = await messages(1);
    await sql`ALTER TABLE audit_entry RENAME TO away`.execute(app.db);
    try {
      for (const path of [`/v1/sms/dispatch/${first}/`, '/v1/sms/dispatch/', '/v1/sms/dispatch/export/']) {
        for (let n = 0; n < 2; n++) {
          const { status, text } = await world.call('support', 'GET', path);
          expect(status).toBe(500);
          expect(text).not.toContain('984100000');
        }
      }
      expect((await world.call('customer', 'GET', `/v1/sms/dispatch/${first}/`)).status).toBe(200);
    } finally {
      await sql`ALTER TABLE away RENAME TO audit_entry`.execute(app.db);
    }
  });
});

describe('an export', () => {
  test('is recorded for everybody, with filter and number of rows', async () => {
    await contact('9841000001');
    await contact('9841000002');
    const entries = await noted(async () => {
      await get('customer', '/v1/core/contacts/export/?search=Sita&ordering=name');
    });
    expect(entries.map(summary)).toEqual([
      {
        ...{ action: 'export', entity: 'contact', record: null, account: world.accounts.customer },
        after: { filter: { search: 'Sita', ordering: 'name' }, rows: 2, complete: true },
      },
    ]);
    expect(entries[0]?.title).toMatch(/^contacts .*\.csv$/);
  });

  test('of one contact names it', async () => {
    const uuid = await contact();
    const [entry] = await noted(() => get('customer', `/v1/core/contacts/${uuid}/export/`));
    expect(entry).toMatchObject({ action: 'export', entity: 'contact', record: uuid, after: { rows: 1 } });
  });

  test('that is long is noted when it begins and when it ends', async () => {
    await messages(6001);
    const entries = await noted(() => get('customer', '/v1/sms/dispatch/export/'));
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['export', { filter: {} }],
      ['export-end', { rows: 6001, complete: true }],
    ]);
  });

  test('that breaks off is noted with the rows that were sent', async () => {
    await messages(60_000);
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const entries = async () =>
      (
        await sql<AuditEntry>`
        SELECT * FROM audit_entry WHERE action = 'export-end' AND account = ${world.accounts.customer}`.execute(
          app.db,
        )
      ).rows;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /v1/sms/dispatch/export/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${world.tokens.customer}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(entries).toHaveLength(1);
    const after = (await entries())[0]?.after as { rows: number; complete: boolean };
    expect(after.complete).toBe(false);
    expect(after.rows).toBeLessThan(60_000);
  });

  test('of every list that has one is noted under a name that the log knows', async () => {
    const { body } = await app.call<{ paths: Record<string, unknown> }>(null, 'GET', '/v1/openapi.json');
    const lists = entities.filter(({ path }) => `${path}export/` in body.paths);
    expect(lists.length).toBeGreaterThan(8);
    for (const { name, path, read } of lists) {
      const as = allows(roles.customer, read) ? 'customer' : 'admin';
      const entries = await noted(() => get(as, `${path}export/`));
      expect(
        entries.map(({ action, entity }) => [action, entity]),
        path,
      ).toEqual([['export', name]]);
      expect(auditEntry.fields.entity.choices).toContain(name);
    }
  });
});
