import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Profile } from '#schema/user.ts';
import { buildApp } from '../../../server/app.ts';
import type { App } from '../../../server/deps.ts';
import { PASSWORD, type TestApp, type User, users } from '../../support/app.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { soon } from '../../support/soon.ts';

const PAGE = `<!doctype html><script type="application/json" id="config"></script>
<script type="application/json" id="user">null</script>
<script type="application/json" id="list">null</script><div id="root"></div>`;

let world: TestApp;
let app: App;
let pages: Pages;
let dist: string;
beforeAll(async () => {
  pages = await startPages({ 'index.html': PAGE });
  ({ world, app, dist } = pages);
});
afterAll(() => pages.close());

const profileOf = async (as: User) =>
  (await world.call<{ data: Profile }>(as, 'GET', '/v1/autho/user/profile/')).body.data;

const cookieOf = (as: User) => `language=en; token=${world.tokens[as]}`;

/** Opens a page of the console with these headers. */
const open = (headers: Record<string, string> = {}, at = app) => at.inject({ url: '/contact', headers });

const dataIn = (html: string, id: string): unknown =>
  JSON.parse(RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? '');
/** What a page's element for the user holds, and that for its list. */
const userIn = (html: string) => dataIn(html, 'user');
const listIn = (html: string) => dataIn(html, 'list');

/** Opens it as a user whom the database finds in time. On a busy machine it may not: then the page is without. */
const openKnown = (headers: Record<string, string>, at = app) =>
  soon(async () => {
    const answer = await open(headers, at);
    expect(userIn(answer.body)).not.toBeNull();
    return answer;
  });

/** A page without a user is the same for everybody. */
async function expectNobody(headers: Record<string, string>, at = app): Promise<void> {
  const answer = await open(headers, at);
  expect(userIn(answer.body)).toBeNull();
  expect(answer.headers['cache-control']).toBe('no-cache');
}

describe('the page of who is signed in', () => {
  test.each(['customer', 'support', 'admin'] as const)('has the profile of %s', async (as) => {
    const { body, statusCode } = await openKnown({ cookie: cookieOf(as) });
    expect(statusCode).toBe(200);
    expect(userIn(body)).toEqual(await profileOf(as));
    expect(body).toContain('"offers":["');
  });

  test('must not be stored, and varies by cookie', async () => {
    const { headers } = await openKnown({ cookie: cookieOf('customer') });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toBe('accept-encoding, cookie');
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('comes compressed with %s', async (encoding, decompress) => {
    const headers = { cookie: cookieOf('customer'), 'accept-encoding': encoding };
    const profile = await profileOf('customer');
    await soon(async () => {
      const { rawPayload, headers: answered } = await open(headers);
      expect(answered['content-encoding']).toBe(encoding);
      expect(userIn(decompress(rawPayload).toString())).toEqual(profile);
    });
  });

  test('escapes a name that contains markup', async () => {
    const name = '</script><script>alert(1)</script><!-- <script> $& \u2028';
    await sql`UPDATE users SET name = ${name} WHERE email = ${world.emails.other}`.execute(world.db);
    const { body } = await openKnown({ cookie: cookieOf('other') });
    expect(body.match(/<(?!\/?(script|div)\b|!doctype)/g)).toBeNull();
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(userIn(body)).toMatchObject({ name });
  });
});

describe('the page has no user', () => {
  test('without a session', () => expectNobody({}));

  test.each(['nonsense', 'x'.repeat(43), 'session-in-cookie-abcdefgh12345678', 'a; DROP'])(
    'for the token %s',
    (token) => expectNobody({ cookie: `token=${token}` }),
  );

  test('for a script, a frame or a picture that fetches it', async () => {
    for (const dest of ['empty', 'iframe', 'script', 'image', 'embed']) {
      await expectNobody({ cookie: cookieOf('customer'), 'sec-fetch-dest': dest });
    }
    const { body } = await openKnown({ cookie: cookieOf('customer'), 'sec-fetch-dest': 'document' });
    expect(userIn(body)).toEqual(await profileOf('customer'));
  });

  test('once the session has ended, or its user is not active', async () => {
    const cookie = cookieOf('support');
    const set = (isActive: boolean) =>
      sql`UPDATE users SET is_active = ${isActive} WHERE email = ${users.support}`.execute(world.db);
    await set(false);
    await expectNobody({ cookie });
    await set(true);
    await openKnown({ cookie });
    await world.call('support', 'POST', '/v1/autho/logout/');
    await expectNobody({ cookie });
    await world.renewTokens('support');
  });

  test('for staff who must still set up their second factor', async () => {
    const demand = (on: boolean) =>
      sql`UPDATE provider_setting SET staff_two_factor = ${on}`.execute(world.db);
    await demand(true);
    expect((await profileOf('admin')).two_factor?.must_enrol).toBe(true);
    await expectNobody({ cookie: cookieOf('admin') });
    await demand(false);
  });

  test('of an API elsewhere, whose sessions are not known here', async () => {
    const config = { ...world.deps.config, API_URL: 'https://api.example.com' };
    const other = await buildApp({ ...world.deps, config, dist });
    await expectNobody({ cookie: cookieOf('customer') }, other);
    await other.close();
  });

  test('if the database does not answer', async () => {
    const holder = new pg.Client({ connectionString: world.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE token IN ACCESS EXCLUSIVE MODE');
    await expectNobody({ cookie: cookieOf('customer') });
    await holder.query('ROLLBACK');
    await holder.end();
  });
});

describe('the page’s list', () => {
  const CONTACTS = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
  /** Opens the page of contacts in a browser that last asked for this at an address. */
  const openAsked = async (asked: string, headers: Record<string, string> = {}) =>
    openKnown({ cookie: `${cookieOf('customer')}; list=${asked}`, ...headers });
  const asked = (path: string, address = 'contact') => encodeURIComponent(`${address}:${path}`);

  test('is as the API answers it', async () => {
    const name = '</script><!-- <script> $& Maya';
    const phone = '9841000001';
    await world.call('customer', 'POST', '/v1/core/contacts/', {
      name,
      phone,
      groups: [],
      attributes: {},
      is_active: true,
    });
    const { body: page } = await world.call<{ results: object[] }>('customer', 'GET', CONTACTS);
    expect(page.results).toMatchObject([{ name }]);
    // A busy server leaves it to the console.
    await soon(async () => {
      const { body, headers } = await openAsked(asked(CONTACTS));
      expect(listIn(body)).toEqual({ path: CONTACTS, page });
      expect(body.match(/<script/g)).toHaveLength(3);
      expect(headers['cache-control']).toBe('private, no-store');
    });
  });

  test.each([
    ['was asked for at another address', asked(CONTACTS, 'sms')],
    ['was asked for at the address above', asked(CONTACTS, '')],
    ['the user may not read', asked('/v1/admin/product-pricing/?page=1')],
    ['is none', asked('/v1/autho/user/profile/')],
    ['is on another server', asked(`//elsewhere.test${CONTACTS}`)],
    ['the API refuses', asked('/v1/core/contacts/?page=none')],
    ['has a broken name', '%E0%A4:'],
  ])('is not one that %s', async (_, cookie) => {
    expect(listIn((await openAsked(cookie)).body)).toBeNull();
  });

  test('is left to the console while the database is slow, for which the page does not wait', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const holder = new pg.Client({ connectionString: world.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE contact_group IN ACCESS EXCLUSIVE MODE');
    const groups = '/v1/contact/contact-group/?page=1&page_size=25&ordering=name';
    const openGroups = async () => {
      const list = `list=${asked(groups)}`;
      return (await openKnown({ cookie: `${cookieOf('customer')}; ${list}` })).body;
    };
    expect(listIn(await openGroups())).toBeNull();
    await holder.query('ROLLBACK');
    await holder.end();
    // Not at once: the console asks in the meantime.
    expect(listIn(await openGroups())).toBeNull();
    await soon(async () => {
      vi.advanceTimersByTime(10_000);
      expect(listIn(await openGroups())).toMatchObject({ path: groups });
    });
  });

  test('is left to an address with a query of its own', async () => {
    const cookie = `${cookieOf('customer')}; list=${asked(CONTACTS)}`;
    expect(listIn((await app.inject({ url: '/contact?page=2', headers: { cookie } })).body)).toBeNull();
    await soon(async () =>
      expect(listIn((await app.inject({ url: '/contact/', headers: { cookie } })).body)).not.toBeNull(),
    );
  });

  test('needs a session, and a page that is shown', async () => {
    const list = `list=${asked(CONTACTS)}`;
    expect(listIn((await open({ cookie: list })).body)).toBeNull();
    const hidden = await open({ cookie: `${cookieOf('customer')}; ${list}`, 'sec-fetch-dest': 'empty' });
    expect(listIn(hidden.body)).toBeNull();
  });
});

test('a session in a cookie that scripts cannot read has its user too, and the mark alone has none', async () => {
  const config = { ...world.deps.config, SESSION_COOKIE: 'httponly' as const };
  const other = await buildApp({ ...world.deps, config, dist });
  const answer = await other.inject({
    method: 'POST',
    url: '/v1/login/',
    payload: { email: users.customer, password: PASSWORD },
  });
  const mark = answer.json<{ data: { token: string } }>().data.token;
  const session = /session=[\w-]{43}/.exec(String(answer.headers['set-cookie']))?.[0];
  const { body } = await openKnown({ cookie: `${session}; token=${mark}` }, other);
  expect(userIn(body)).toEqual(await profileOf('customer'));
  expect(body).not.toContain(mark);
  await expectNobody({ cookie: `token=${mark}` }, other);
  await expectNobody({ cookie: `${session}` }, other);
  await other.close();
});
