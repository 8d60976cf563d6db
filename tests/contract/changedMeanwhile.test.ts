// @vitest-environment jsdom
import Cookies from 'js-cookie';
import { sql } from 'kysely';
import type { RaRecord } from 'ra-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '#schema/user.ts';
import { createHttp, type HttpError, type JsonOptions } from '../../src/core/http.ts';
import { setUser } from '../../src/core/session.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { conflictTexts } from '../../src/layout/conflictTexts.ts';
import { createTestApp, type TestApp, type User } from '../support/app.ts';

let world: TestApp;
let base: string;
/** The versions that the console's requests named. */
const versions: (string | undefined)[] = [];
/** Runs before each PUT of the console. */
let before: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());
beforeEach(() => as('customer'));
afterEach(() => {
  versions.length = 0;
  before = async () => {};
  setUser(null);
});

/** Signs in, as a profile says what the server offers. */
async function as(user: User): Promise<void> {
  Cookies.set('token', world.tokens[user]);
  setUser((await world.call<{ data: Profile }>(user, 'GET', '/v1/autho/user/profile/')).body.data);
}

function provider() {
  const http = createHttp({ base, onUnauthorized: () => undefined });
  return createDataProvider(
    {
      async json<T>(path: string, options: JsonOptions = {}) {
        if (options.method === 'PUT') {
          await before();
          versions.push(options.ifMatch);
        }
        return http.json<T>(path, options);
      },
    },
    undefined,
    undefined,
    conflictTexts,
  );
}

const templates = 'sms/templates';
let count = 0;
const template = async () =>
  (
    await provider().create<RaRecord>(templates, {
      data: { name: `Template ${++count}`, body: 'Hello' },
    })
  ).data;
/** Saves a form with the changes, which was filled from the record. */
const save = (api: ReturnType<typeof provider>, resource: string, record: RaRecord, changes: object) =>
  api.update(resource, { id: record.id, data: { ...record, ...changes }, previousData: record });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: HttpError) => error,
  );

describe('a record that two have opened', () => {
  test('keeps both changes of different fields', async () => {
    const [one, other, opened] = [provider(), provider(), await template()];
    const first = (await save(one, templates, opened, { name: `Renamed ${count}` })).data;
    const { data } = await save(other, templates, opened, { body: 'Namaste' });
    expect(data).toMatchObject({ name: `Renamed ${count}`, body: 'Namaste' });
    expect(versions).toEqual([`"${opened.updated_at}"`, `"${opened.updated_at}"`, `"${first.updated_at}"`]);
    expect((await other.getOne(templates, { id: opened.id })).data).toEqual(data);
  });

  test('of the same field nothing is saved, until it is saved again', async () => {
    const [one, other, opened] = [provider(), provider(), await template()];
    const first = (await save(one, templates, opened, { body: 'First', name: `Renamed ${count}` })).data;
    const refused = await failure(save(other, templates, opened, { body: 'Second' }));
    expect(refused).toMatchObject({
      status: 412,
      body: {
        errors: {
          body: 'Somebody changed this to “First” after you opened it. Save now to keep your own.',
        },
      },
    });
    expect((await other.getOne(templates, { id: opened.id })).data).toEqual(first);
    versions.length = 0;
    const { data } = await save(other, templates, opened, { body: 'Second' });
    expect(data).toMatchObject({ body: 'Second', name: `Renamed ${count}` });
    expect(versions).toEqual([`"${first.updated_at}"`]);
  });

  test('a third change after that is told as well', async () => {
    const [one, other, opened] = [provider(), provider(), await template()];
    const first = (await save(one, templates, opened, { body: 'First' })).data;
    await failure(save(other, templates, opened, { body: 'Second' }));
    await save(one, templates, first, { body: 'Third' });
    const again = await failure(save(other, templates, opened, { body: 'Second' }));
    expect(again?.body.errors?.body).toContain('“Third”');
    expect((await save(other, templates, opened, { body: 'Second' })).data.body).toBe('Second');
  });

  test('the same change of both is no conflict', async () => {
    const [one, other, opened] = [provider(), provider(), await template()];
    await save(one, templates, opened, { body: 'Same' });
    expect((await save(other, templates, opened, { body: 'Same' })).data.body).toBe('Same');
  });

  test('is not sent for ever: a person’s change is merged once', async () => {
    const [one, other, opened] = [provider(), provider(), await template()];
    let now = (await save(one, templates, opened, { name: `Renamed ${count}` })).data;
    let changes = 0;
    versions.length = 0;
    before = async () => {
      const { body } = await world.call<{ data: RaRecord }>(
        'customer',
        'PUT',
        `/v1/sms/templates/${now.id}/`,
        {
          name: `Renamed ${count} ${++changes}`,
          body: 'Hello',
        },
      );
      now = { ...body.data, id: now.id };
    };
    const refused = await failure(save(other, templates, opened, { body: 'Mine' }));
    expect(refused).toMatchObject({ status: 412, message: expect.stringContaining('Nothing was saved') });
    expect(refused?.body.errors).toBeUndefined();
    expect(versions).toHaveLength(2);
  });
});

describe('a record that the server itself changes', () => {
  const accounts = 'admin/accounts';
  const touch = () =>
    sql`UPDATE account SET balance = balance WHERE uuid = ${world.accounts.other}`.execute(world.db);

  test('is saved all the same: an account whose balance has changed, also while it is being saved', async () => {
    await as('admin');
    const api = provider();
    const { data: opened } = await api.getOne(accounts, { id: world.accounts.other });
    await touch();
    expect((await api.getOne(accounts, { id: opened.id })).data.updated_at).not.toBe(opened.updated_at);
    let touches = 0;
    before = async () => touches++ < 3 && touch();
    const { data } = await save(api, accounts, opened, { notes: 'Pays by cheque' });
    expect(data).toMatchObject({ notes: 'Pays by cheque', name: opened.name });
    expect(versions.length).toBeGreaterThan(2);
  });
});

test('a server that does not offer it gets the same requests as before', async () => {
  const [api, opened] = [provider(), await template()];
  await save(api, templates, opened, { body: 'First' });
  setUser({
    ...(await world.call<{ data: Profile }>('customer', 'GET', '/v1/autho/user/profile/')).body.data,
    offers: [],
  });
  versions.length = 0;
  expect((await save(api, templates, opened, { body: 'Second' })).data.body).toBe('Second');
  expect(versions).toEqual([undefined]);
});
