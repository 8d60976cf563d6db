import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { App } from '../../../server/deps.ts';
import { fixBrand } from '../../../server/services/platform/brand.ts';
import type { TestApp } from '../../support/app.ts';
import { type Pages, startPages } from '../../support/pages.ts';

const EARLY = {
  anywhere: {
    en: ['assets/react-a.js', 'assets/shell-b.css'],
    ne: ['assets/react-a.js', 'assets/nepali-e.js'],
  },
  screens: {
    contact: {
      en: ['assets/list-c.js', 'assets/shell-b.css'],
      ne: ['assets/list-c.js', 'assets/devanagari-h.woff2'],
    },
  },
};
const PAGE = '<script type="application/json" id="config">{}</script><div id="root"></div>';
const SCRIPT = 'console.log("hello");\n'.repeat(200);
let world: TestApp;
let app: App;
let pages: Pages;
let dist: string;

beforeAll(async () => {
  pages = await startPages({
    'index.html': PAGE,
    '.vite/early.json': JSON.stringify(EARLY),
    'icon.svg': '<svg/>',
    '.vite/manifest.json': '{"secret":1}',
    'assets/list-abc.js': SCRIPT,
    'assets/list-abc.js.br': brotliCompressSync(SCRIPT),
    'assets/list-abc.js.gz': gzipSync(SCRIPT),
  });
  ({ world, app, dist } = pages);
});
afterAll(() => pages.close());

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test.each(['/contact?q=%00', '/contact?filter=%E0%A4', '/contact?q=%ED%A0%80', '/contact/%00/show'])(
  'the page comes at a broken address such as %s',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<div id="root">');
  },
);

test('the page comes at once, however long its address and what the browser accepts', async () => {
  const headers = { cookie: 'token=x; list=contact', 'accept-encoding': `br${' '.repeat(1_000_000)}x, gzip` };
  const answer = await app.inject({ url: `/contact${'/'.repeat(1_000_000)}x`, headers });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
});

describe('a file of the build', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('asked for with %s comes as %s, made before', async (accepted, encoding, open) => {
    const { headers, rawPayload } = await get('/assets/list-abc.js', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(open(rawPayload).toString()).toBe(SCRIPT);
  });

  test('is sent uncompressed to clients that accept nothing else', async () => {
    const { headers, body } = await get('/assets/list-abc.js');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe(SCRIPT);
  });

  test('is kept for ever where its name has a hash, an hour where it has none', async () => {
    expect((await get('/assets/list-abc.js', 'br')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('is not served if it is the build’s list of files or a compressed copy', async () => {
    expect((await get('/.vite/manifest.json')).body).not.toContain('secret');
    expect((await get('/assets/list-abc.js.br')).statusCode).toBe(404);
  });
});

describe('the page', () => {
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['deflate', undefined, (content: Buffer) => content],
    ['', undefined, (content: Buffer) => content],
  ])('asked for with "%s" comes as %s, with the configuration in it', async (accepted, encoding, open) => {
    const { headers, rawPayload } = await get('/contact', accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toMatch(/accept-encoding/i);
    const config = JSON.stringify({ apiUrl: '', offers: app.offers });
    expect(open(rawPayload).toString()).toBe(PAGE.replace('{}', config));
  });

  test('says that the server cannot send e-mail, where it cannot', async () => {
    const config = { ...world.deps.config, DATABASE_URL: 'postgresql://db.example.com/console' };
    const silent = await buildApp({ ...world.deps, config, dist });
    const { payload } = await silent.inject('/register');
    expect(payload).toBe(
      PAGE.replace('{}', JSON.stringify({ apiUrl: '', offers: silent.offers, mail: false })),
    );
    await silent.close();
  });

  test('has the name of the service, where one is configured', async () => {
    // The name is kept in the database, where the other app reads it, too.
    onTestFinished(async () => {
      await fixBrand(world.db, {});
      app.brand.forget();
    });
    const config = { ...world.deps.config, BRAND: 'Himal SMS' };
    const named = await buildApp({ ...world.deps, config, dist });
    const { payload } = await named.inject('/login');
    expect(payload).toContain('"brand":"Himal SMS"');
    await named.close();
  });

  test('of an API elsewhere leaves it to that to say what it offers', async () => {
    const config = { ...world.deps.config, API_URL: 'https://api.example.com' };
    const other = await buildApp({ ...world.deps, config, dist });
    const { payload } = await other.inject('/contact');
    expect(payload).toBe(PAGE.replace('{}', '{"apiUrl":"https://api.example.com"}'));
    await other.close();
  });

  test('preloads what a signed-in user’s first screen needs', async () => {
    const linked = async (url: string, cookie = 'csrf=x; token=abc') =>
      (await app.inject({ url, headers: { cookie } })).headers.link;
    const code = (name: string) => `</assets/${name}.js>; rel=modulepreload; crossorigin`;
    const style = '</assets/shell-b.css>; rel=preload; as=style; crossorigin';
    const font = '</assets/devanagari-h.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin';
    const inEnglish = `${code('list-c')}, ${style}`;
    expect(await linked('/contact?page=2')).toBe(inEnglish);
    expect(await linked('/contact/')).toBe(inEnglish);
    expect(await linked('/contact', 'token=abc; language=ne')).toBe(`${code('list-c')}, ${font}`);
    expect(await linked('/constructor', 'token=abc; language=constructor')).toBe(
      `${code('react-a')}, ${style}`,
    );
    expect(await linked('/elsewhere', 'token=abc; language=ne')).toBe(
      `${code('react-a')}, ${code('nepali-e')}`,
    );
    expect(await linked('/contact', 'csrf=x; language=ne')).toBeUndefined();
  });
});
