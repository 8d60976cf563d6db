import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { type One, OWN, STAFF, setUpSenderRequests } from './senderIdentitySetup.ts';

const setup = setUpSenderRequests();
const { newName, ask, decide, pending } = setup;

const NOBODYS = '0190a000-0000-7000-8000-000000000001';

describe('asking for a sender identity', () => {
  test('makes a pending one, which cannot be sent from', async () => {
    const { uuid, name, status, reason, purpose } = await pending();
    expect([status, reason, purpose]).toEqual(['pending', null, 'Offers to our customers']);
    expect((await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body.data.name).toBe(name);
    const refused = await setup.world.call<Failure>('customer', 'POST', '/v1/sms/compose/plan/', {
      name: 'Offer',
      sender: uuid,
      body: 'Hello',
      recipients: { numbers: ['9841000001'] },
    });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['sender']]);
  });

  test.each(['ab', 'TwelveLetter', 'My Shop', 'नमस्ते', 'a-b-c', 'AB\nCD', ''])(
    'the name %j is refused',
    async (name) => {
      const { status, body } = await ask({ name });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['name']]);
    },
  );

  test('blanks around a name are taken off', async () => {
    expect((await ask({ name: ' Spaced1\n' })).body.data.name).toBe('Spaced1');
  });

  test('with an uploaded document, which staff and nobody else’s account can read', async () => {
    const file = await setup.world.upload<{ data: { uuid: string } }>(
      '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n',
      'letter.pdf',
    );
    expect(file.status, file.text).toBe(201);
    const document = file.body.data.uuid;
    const { status, body } = await ask({ document });
    expect([status, body.data.document]).toEqual([201, document]);
    const seen = await setup.world.call<One<SenderRequest>>('admin', 'GET', `${STAFF}${body.data.uuid}/`);
    expect(seen.body.data.document).toBe(document);
    for (const [caller, status] of [
      ['admin', 200],
      ['customer', 200],
      ['other', 404],
    ] as const)
      expect((await setup.world.call(caller, 'GET', `/v1/core/files/${document}/`)).status, caller).toBe(
        status,
      );
  });

  test('a sheet is no document', async () => {
    const file = await setup.world.upload<{ data: { uuid: string } }>('name,phone\nRam,9841000001\n');
    const answer = await ask({ document: file.body.data.uuid });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['document']]);
  });

  test.each([
    ['without a purpose', { purpose: ' ' }, 'purpose'],
    ['already approved', { status: 'approved' }, 'status'],
    ['with a document that is nobody’s', { document: NOBODYS }, 'document'],
  ])('%s is refused', async (_, body, field) => {
    const answer = await ask(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('a name is one in its account whatever its case, and free in another one', async () => {
    const { name } = await pending();
    const again = await ask({ name: name.toUpperCase() });
    expect([again.status, Object.keys(again.body.errors ?? {})]).toEqual([400, ['name']]);
    expect((await ask({ name }, 'other')).status).toBe(201);
  });

  test('twice at the same time makes one', async () => {
    const name = newName();
    const answers = await Promise.all([ask({ name }), ask({ name }), ask({ name })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('a document of another account is none', async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO file (account, name, size, kind, path)
      VALUES (${setup.world.accounts.other}, 'x.csv', 1, 'csv', 'x') RETURNING uuid`.execute(setup.world.db);
    const answer = await ask({ document: rows[0]?.uuid });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['document']]);
  });
});

describe('taking a request back', () => {
  test('removes a pending one', async () => {
    const { uuid, name } = await pending();
    expect((await setup.world.call('customer', 'DELETE', `${OWN}${uuid}/`)).status).toBe(204);
    expect((await setup.world.call('customer', 'DELETE', `${OWN}${uuid}/`)).status).toBe(404);
    expect((await ask({ name })).status).toBe(201);
  });

  test('an approved or rejected one stays', async () => {
    for (const body of [{ status: 'approved' }, { status: 'rejected', reason: 'No proof' }]) {
      const { uuid } = await pending();
      await decide(uuid, body);
      expect((await setup.world.call('customer', 'DELETE', `${OWN}${uuid}/`)).status).toBe(409);
      expect((await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body.data.status).toBe(
        body.status,
      );
    }
  });

  test('another account’s is not found', async () => {
    const { uuid } = await pending();
    expect((await setup.world.call('other', 'DELETE', `${OWN}${uuid}/`)).status).toBe(404);
    expect((await setup.world.call('other', 'GET', `${OWN}${uuid}/`)).status).toBe(404);
  });

  test('there is no way to delete all of them', async () => {
    expect((await setup.world.call('customer', 'DELETE', `${OWN}?status=approved`)).status).toBe(404);
  });
});

describe('changing a request', () => {
  const change = (uuid: string, body: object, caller: 'customer' | 'other' = 'customer') =>
    setup.world.call<One>(caller, 'PUT', `${OWN}${uuid}/`, body);

  test('changes purpose and document of a pending one, and the audit log has both', async () => {
    const { uuid, name } = await pending();
    const file = await setup.world.upload<{ data: { uuid: string } }>(
      '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n',
      'letter.pdf',
    );
    const document = file.body.data.uuid;
    const { status, body } = await change(uuid, { purpose: ' News ', document });
    expect([status, body.data]).toMatchObject([200, { name, purpose: 'News', document, status: 'pending' }]);
    const { rows } = await sql`SELECT before, after FROM audit_entry
      WHERE record = ${uuid} AND action = 'update'`.execute(setup.world.db);
    expect(rows).toMatchObject([
      {
        before: { purpose: 'Offers to our customers', document: null },
        after: { purpose: 'News', document },
      },
    ]);
    // The same document again, and none.
    expect((await change(uuid, { purpose: 'More', document })).status).toBe(200);
    expect((await change(uuid, { purpose: 'More' })).body.data.document).toBeNull();
  });

  test.each([
    ['without a purpose', { purpose: ' ' }, 'purpose'],
    ['with a name', { purpose: 'News', name: 'Other1' }, 'name'],
    ['with a document that is nobody’s', { purpose: 'News', document: NOBODYS }, 'document'],
  ])('%s is refused', async (_, body, field) => {
    const { uuid, purpose } = await pending();
    const answer = await change(uuid, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    expect((await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body.data.purpose).toBe(
      purpose,
    );
  });

  test('one that is decided stays, and another account’s is not found', async () => {
    const { uuid } = await pending();
    expect((await change(uuid, { purpose: 'Mine' }, 'other')).status).toBe(404);
    await decide(uuid, { status: 'approved' });
    expect((await change(uuid, { purpose: 'Late' })).status).toBe(409);
    const { data } = (await setup.world.call<One>('customer', 'GET', `${OWN}${uuid}/`)).body;
    expect(data.purpose).toBe('Offers to our customers');
  });

  test('a decision about what was changed since it was read is refused', async () => {
    const { uuid, updated_at: read } = await pending();
    const { updated_at: now } = (await change(uuid, { purpose: 'Something else' })).body.data;
    const late = await decide(uuid, { status: 'approved', updated_at: read });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This request was changed after you opened it. Nothing was decided.',
    ]);
    expect((await decide(uuid, { status: 'approved', updated_at: now })).status).toBe(200);
  });
});

describe('who may', () => {
  const give = (pairs: string | null) =>
    sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE email = 'other@demo.test'`.execute(
      setup.world.db,
    );
  afterEach(() => give(null));

  test('customers and support neither read nor decide the requests of all', async () => {
    const { uuid } = await pending();
    for (const caller of ['customer', 'support'] as const) {
      expect((await setup.world.call(caller, 'GET', STAFF)).status).toBe(403);
      expect((await decide(uuid, { status: 'approved' }, caller)).status).toBe(403);
    }
    expect((await setup.world.call(null, 'GET', STAFF)).status).toBe(401);
  });

  test.each([
    ['profile-my get', '[["profile-my","get"]]', 200, 403],
    ['bulk-sms post', '[["bulk-sms","post"]]', 200, 403],
    ['profile-my post alone', '[["profile-my","post"]]', 403, 201],
    ['neither', '[["contact-list","get"]]', 403, 403],
  ])('with %s', async (_, pairs, reads, asks) => {
    await give(pairs);
    expect((await setup.world.call('other', 'GET', OWN)).status).toBe(reads);
    expect((await ask({}, 'other')).status).toBe(asks);
  });
});
