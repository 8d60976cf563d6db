import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../server/deps.ts';
import { PASSWORD, type TestApp, users } from '../../support/app.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { soon } from '../../support/soon.ts';

const PAGE = `<!doctype html><html lang="en"><head><script type="application/json" id="config"></script>
<script type="application/json" id="user">null</script>
<script type="application/json" id="list">null</script></head><body><div id="root"></div></body></html>`;
/** A build whose renderer tells what it was given. */
const RENDERER = `export const renderList = async ({ written, ...job }) => ({
  html: '<main>' + encodeURIComponent(JSON.stringify({ ...job, rows: JSON.parse(written.list).page.count })) + '</main>' + '<i></i>'.repeat(1500),
  language: 'en', mode: 'light', css: ':root{--canvas:#fff}', fonts: [],
});`;
const LIST = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
const LOOK = {
  preferences: '{}',
  media: [],
  isMac: false,
  height: 840,
  store: { 'lists.density': '"compact"' },
};

let world: TestApp;
let app: App;
let pages: Pages;
beforeAll(async () => {
  const screens = { contact: { en: ['assets/a.js', 'assets/shell-b.css'], ne: [] } };
  pages = await startPages({
    'index.html': PAGE,
    '.vite/render/index.mjs': RENDERER,
    '.vite/early.json': JSON.stringify({
      ...{ anywhere: { en: [], ne: [] }, screens },
      drawn: { en: ['assets/heading-c.woff2'], ne: [] },
    }),
  });
  ({ world, app } = pages);
});
afterAll(() => pages.close());

const open = (cookie: string, url = '/contact') => app.inject({ url, headers: { cookie } });
const session = () => `token=${world.tokens.customer}`;
const told = (look: unknown) =>
  `list=${encodeURIComponent(`contact:${LIST}#${typeof look === 'string' ? look : JSON.stringify(look)}`)}`;

/** The page once the server has its list in time. */
const openListed = (cookie: string) =>
  soon(async () => {
    const answer = await open(cookie);
    expect(answer.body).toContain('id="list">{');
    return answer;
  });

test('a list comes drawn as its browser draws it, with its styles and a policy that permits them', async () => {
  const { body, headers } = await soon(async () => {
    const answer = await open(`${session()}; ${told(LOOK)}`);
    expect(answer.body).toContain(' data-drawn=');
    return answer;
  });
  const drawn = /<main>(.*?)<\/main>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(decodeURIComponent(drawn))).toEqual({
    url: expect.stringMatching(/\/contact$/),
    user: expect.stringMatching(/^[0-9a-f-]{36}$/),
    path: LIST,
    look: LOOK,
    rows: 0,
  });
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/shell-b.css">');
  expect(headers['content-security-policy']).toMatch(
    /script-src 'sha256-[^']+' 'self';style-src 'sha256-[^']+' 'self'/,
  );
  expect(headers['cache-control']).toBe('private, no-store');
  const link = String(headers.link);
  expect(link).toMatch(
    /<\/assets\/shell-b\.css>.*<\/assets\/heading-c\.woff2>; rel=preload; as=font;.*<\/assets\/a\.js>/,
  );
  // What the page says of its list is as without a drawing.
  expect(body).not.toContain('"look"');
});

test.each([
  ['none', ''],
  ['nonsense', 'nonsense'],
  ['a part', { preferences: '{}' }],
  ['another kind', { ...LOOK, height: 'high' }],
])('a browser that tells %s of how it draws has its rows without a drawing', async (_, look) => {
  const { body, headers } = await openListed(`${session()}; ${told(look)}`);
  expect(headers.link).not.toContain('heading-c');
  expect(body).toContain('<div id="root"></div>');
  expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
});

const signIn = (prefer: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    ...{ method: 'POST', url: '/v1/login/', payload: { email: users.customer, password: PASSWORD } },
    headers: { prefer, ...headers },
  });
const LOOKING = `also="${LIST}"; look="${encodeURIComponent(JSON.stringify(LOOK))}"`;

/** The answer to signing in, once the server has drawn its list in time. */
const signInDrawn = (encoding?: string) =>
  soon(async () => {
    const answer = await signIn(LOOKING, encoding === undefined ? {} : { 'accept-encoding': encoding });
    const text = encoding ? brotliDecompressSync(answer.rawPayload).toString() : answer.body;
    const { data } = JSON.parse(text);
    expect(data.drawn).toBeDefined();
    return { data, headers: answer.headers };
  });

test('signing in answers the list that follows as its browser draws it', async () => {
  const { data } = await signInDrawn();
  expect(data.also).toMatchObject({ count: 0 });
  expect(data.drawn.css).toBe(':root{--canvas:#fff}');
  const drawn = /<main>(.*?)<\/main>/.exec(data.drawn.html)?.[1] ?? '';
  expect(JSON.parse(decodeURIComponent(drawn))).toEqual({
    url: expect.stringMatching(/^http:\/\/[^/]+\/contact$/),
    ...{ user: data.user.uuid, path: LIST, look: LOOK, rows: 0 },
  });
});

test('signing in fails for no address that cannot be drawn', async () => {
  const answer = await signIn(LOOKING, { host: 'console.test:99999' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).not.toHaveProperty('drawn');
});

test('that answer is compressed for a browser that takes it', async () => {
  expect((await signInDrawn('gzip, br')).headers['content-encoding']).toBe('br');
  expect((await signInDrawn()).headers).not.toHaveProperty('content-encoding');
  expect((await signIn('', { 'accept-encoding': 'gzip, br' })).headers).not.toHaveProperty(
    'content-encoding',
  );
});

test.each([
  ['does not say how it draws', `also="${LIST}"`],
  ['says it wrongly', `also="${LIST}"; look="%7B"`],
])('signing in answers only the rows to a browser that %s', async (_, prefer) => {
  const data = await soon(async () => {
    const answer = (await signIn(prefer)).json();
    expect(answer.data.also).toMatchObject({ count: 0 });
    return answer.data;
  });
  expect(data).not.toHaveProperty('drawn');
});

test('without a session nothing is drawn', async () => {
  expect((await open(told(LOOK))).body).toContain('<div id="root"></div>');
});
