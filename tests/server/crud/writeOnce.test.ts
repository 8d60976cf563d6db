import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#schema/entity.ts';
import { entities } from '#schema/index.ts';
import { writeOnceNames } from '#schema/outline.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';

const FIXED = 'This was set when the record was created and cannot be changed.';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ deliverMail: async () => {} });
});
afterAll(() => world.close());

interface Sample {
  as: User;
  made(): Record<string, unknown>;
  change: Record<string, unknown>;
  /** Another value of each field that is set on creation. */
  others(): Record<string, unknown>;
}

const link = {
  ...{ host: 'smsc.example.net', port: 2775, tls: false, system_id: 'bulk', window: 10, rate: 0 },
  ...{ operators: [], priority: 0 },
};

/** A record of every entity that has fields to be set once and can be changed. */
const samples: Record<string, Sample> = {
  'settings/blacklist': {
    as: 'customer',
    made: () => ({ phone: '9841000001', reason: null }),
    change: { reason: 'Asked' },
    others: () => ({ phone: '9841000002', source: 'opt-out' }),
  },
  'sms/sender-identities': {
    as: 'customer',
    made: () => ({ name: 'HIMAL', purpose: 'Offers' }),
    change: { purpose: 'Other offers', document: null },
    others: () => ({ name: 'HIMALAYA' }),
  },
  users: {
    as: 'admin',
    made: () => ({
      name: 'Gita',
      email: 'gita@demo.test',
      account: world.accounts.customer,
      role: 'customer',
    }),
    change: { name: 'Gita Rai' },
    others: () => ({ account: world.accounts.other }),
  },
  team: {
    as: 'customer',
    made: () => ({ name: 'Gita', email: 'gita.team@demo.test', role: 'sender' }),
    change: { name: 'Gita Rai', role: 'sender' },
    others: () => ({ email: 'other.team@demo.test' }),
  },
  'admin/product-pricing': {
    as: 'admin',
    made: () => ({
      ...{ account: world.accounts.customer, operator: 'ntc', price: 150, release_undelivered: true },
      valid_from: '2099-01-01T00:00:00.000Z',
    }),
    change: { price: 160, release_undelivered: true, valid_from: '2099-01-01T00:00:00.000Z' },
    others: () => ({ account: world.accounts.other, operator: null }),
  },
  'admin/number-plan': {
    as: 'admin',
    made: () => ({ prefix: '9849999', operator: 'ntc', closed: false, valid_from: '2099-01-01' }),
    change: { operator: 'ncell', closed: true },
    others: () => ({ prefix: '9849998', valid_from: '2099-01-02' }),
  },
  'admin/operator-links': {
    as: 'admin',
    made: () => ({ name: 'first', password: 'secret', ...link }),
    change: { ...link, window: 20 },
    others: () => ({ name: 'second' }),
  },
  'settings/api-keys': {
    as: 'customer',
    made: () => ({
      ...{ name: 'Shop', pairs: [['contact-list', 'get']], addresses: [], password: PASSWORD },
      expires_at: '2099-01-01T00:00:00.000Z',
    }),
    change: { name: 'Web shop', addresses: [] },
    others: () => ({ pairs: [['contact-list', 'post']], expires_at: null }),
  },
};

const concerned: readonly Entity[] = entities.filter(
  (entity) =>
    entity.writes.includes('update') &&
    writeOnceNames(entity).length > 0 &&
    // Its PUT is a decision, with a body of its own.
    entity.name !== 'admin/sender-identities',
);

test('every entity with fields that are set once is tried', () => {
  expect(Object.keys(samples).sort()).toEqual(concerned.map(({ name }) => name).sort());
});

describe.each(concerned.map((entity) => [entity.name, entity] as const))('a PUT of %s', (name, entity) => {
  const { as, made, change, others } = samples[name] as Sample;
  let path: string;
  let record: Record<string, unknown>;
  beforeAll(async () => {
    const { body } = await world.call<{ data: Record<string, unknown> }>(as, 'POST', entity.path, made());
    path = `${entity.path}${body.data?.uuid}/`;
    record = (await world.call<{ data: Record<string, unknown> }>(as, 'GET', path)).body.data;
  });
  const fixed = () => Object.fromEntries(writeOnceNames(entity).map((one) => [one, record[one]]));

  test('takes what was set on creation as it is, or without it', async () => {
    const whole = await world.call(as, 'PUT', path, { ...fixed(), ...change });
    expect(whole).toMatchObject({ status: 200, body: { data: { ...fixed(), ...change } } });
    expect(await world.call(as, 'PUT', path, change)).toMatchObject({ status: 200 });
  });

  test('refuses what differs, by field, and changes nothing', async () => {
    const { body: before } = await world.call(as, 'GET', path);
    const refused = await world.call(as, 'PUT', path, { ...fixed(), ...change, ...others() });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        errors: Object.fromEntries(Object.keys(others()).map((one) => [one, [FIXED]])),
      },
    });
    expect((await world.call(as, 'GET', path)).body).toEqual(before);
  });
});

describe('what is set on creation', () => {
  const path = '/v1/core/sms/blacklist-numbers/';
  const entry = async (phone: string) => {
    const { body } = await world.call<{ data: { uuid: string } }>('customer', 'POST', path, { phone });
    return `${path}${body.data.uuid}/`;
  };

  test('may be written in another way: a number without +977', async () => {
    const at = await entry('9841000011');
    expect(await world.call('customer', 'PUT', at, { phone: '98410-00011', reason: 'x' })).toMatchObject({
      status: 200,
      body: { data: { phone: '+9779841000011', reason: 'x' } },
    });
  });

  test('may be all that is sent: nothing changes', async () => {
    const at = await entry('9841000013');
    await world.call('customer', 'PUT', at, { reason: 'Asked' });
    const { body: before } = await world.call('customer', 'GET', at);
    for (const sent of [{ phone: '9841000013' }, {}]) {
      const answer = await world.call('customer', 'PUT', at, sent);
      expect([answer.status, answer.body], answer.text).toEqual([200, before]);
    }
    const gone = at.replace(/[^/]+\/$/, `${randomUUID()}/`);
    expect((await world.call('customer', 'PUT', gone, {})).status).toBe(404);
    expect((await world.call('other', 'PUT', at, {})).status).toBe(404);
    const { rows } =
      await sql`SELECT FROM audit_entry WHERE record = ${at.split('/').at(-2)} AND action = 'update'`.execute(
        world.db,
      );
    expect(rows).toHaveLength(1);
  });

  test('may be a value that no creation may have: the source of an import', async () => {
    const at = await entry('9841000012');
    const put = () => world.call('customer', 'PUT', at, { source: 'import', reason: null });
    expect(await put()).toMatchObject({ status: 400, body: { errors: { source: [FIXED] } } });
    await sql`UPDATE blacklist_number SET source = 'import' WHERE phone = '+9779841000012'`.execute(world.db);
    expect(await put()).toMatchObject({ status: 200, body: { data: { source: 'import' } } });
  });
});
