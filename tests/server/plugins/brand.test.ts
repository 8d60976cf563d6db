import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brandColors } from '#schema/brandColor.ts';
import type { Failure } from '#schema/entity.ts';
import { product } from '#schema/product.ts';
import type { App } from '../../../server/deps.ts';
import { accountMails } from '../../../server/services/access/accountMails.ts';
import { cleanSvg } from '../../../server/services/files/brandSvg.ts';
import { PASSWORD, type TestApp } from '../../support/app.ts';
import { png, pngChunk } from '../../support/documents.ts';
import { type Pages, startPages } from '../../support/pages.ts';

const PATH = '/v1/admin/settings/brand/';
const HEAD = `<title>${product.en}</title>
    <meta name="theme-color" content="#2e77ae" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />`;
const markup = (name: string) =>
  `<span class="public-brand"><svg><path></path></svg>${name}</span><p>Sign in</p>`;
const PAGE = `<html><head>${HEAD}</head><body><template>${markup(product.en)}</template><template>${markup(product.ne)}</template>
  <script type="application/json" id="config"></script></body></html>`;
const MANIFEST = {
  name: product.en,
  short_name: 'Bulk SMS',
  theme_color: '#2e77ae',
  icons: [{ src: '/icon.svg' }],
};
type Answer = { data: Record<string, string | null> } & Failure;

let world: TestApp;
let app: App;
let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ 'index.html': PAGE, 'manifest.webmanifest': JSON.stringify(MANIFEST) });
  ({ world, app } = pages);
});
afterAll(() => pages.close());

/** Changes the brand through the app that serves the page, which then knows at once. */
const put = async (body: object) => {
  const answer = await app.inject({
    method: 'PUT',
    url: PATH,
    payload: body,
    headers: { authorization: `Token ${world.tokens.admin}` },
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
};
const get = (url: string, token?: string) =>
  app.inject({ url, headers: token ? { authorization: `Token ${token}` } : {} });
const dataOf = (content: Buffer | string, type: 'png' | 'svg+xml') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h9v9z" fill="#c00"/></svg>';

describe('with a provider’s own brand', () => {
  const colors = brandColors('#8a1c4b');
  beforeAll(async () => {
    const { status } = await put({
      ...{ brand_name: 'Himal <SMS>', brand_short_name: 'Himal', brand_color: '#8A1C4B' },
      ...{ logo_light: dataOf(SVG, 'svg+xml'), favicon: dataOf(png(64, 64), 'png') },
      ...{ support_email: 'help@himal.example', support_hours_en: 'Sun to Fri, 10 to 5' },
      ...{ terms_url: 'https://himal.example/terms', sign_in_text_ne: 'स्वागत छ।' },
    });
    expect(status).toBe(200);
  });

  test('the page has it from the first paint', async () => {
    const { body } = await get('/login');
    expect(body).toContain('<title>Himal &#60;SMS&#62;</title>');
    expect(body.split(markup('Himal &#60;SMS&#62;'))).toHaveLength(3);
    expect(body).toContain('<meta name="theme-color" content="#8a1c4b" />');
    expect(body).toMatch(/<link rel="icon" href="\/brand\/[0-9a-f]{32}-64x64\.png" type="image\/png" \/>/);
    expect(body).toMatch(/<link rel="apple-touch-icon" href="\/brand\//);
    expect(body).toMatch(/<link rel="preload" as="image" href="\/brand\/[0-9a-f]{32}\.svg" \/>/);
    const config = JSON.parse(/id="config">([^<]*)</.exec(body)?.[1] ?? '');
    const [, logo] = /"light":"(\/brand\/[^"]+)"/.exec(body) ?? [];
    expect(config).toMatchObject({
      brand: 'Himal <SMS>',
      branding: {
        colors,
        logo: { light: logo, dark: logo },
        signIn: { ne: 'स्वागत छ।' },
        email: 'help@himal.example',
        hours: { en: 'Sun to Fri, 10 to 5' },
        terms: 'https://himal.example/terms',
      },
    });
    expect((await get('/config.json')).json()).toEqual(config);
  });

  test('so has the manifest', async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch(/manifest\+json/);
    expect(answer.json()).toEqual({
      ...{ name: 'Himal <SMS>', short_name: 'Himal', theme_color: '#8a1c4b' },
      icons: [{ src: expect.stringMatching(/^\/brand\//), type: 'image/png', sizes: '64x64' }],
    });
  });

  test('nothing that customers see has the product’s name', async () => {
    const seen: Record<string, string> = {};
    for (const url of ['/login', '/manifest.webmanifest', '/v1/openapi.json', '/docs/', '/docs/json'])
      seen[url] = (await get(url)).body;
    expect(JSON.parse(seen['/v1/openapi.json'] ?? '').info.title).toBe('Himal <SMS>');
    expect(JSON.parse(seen['/docs/json'] ?? '').info.title).toBe('Himal <SMS>');

    const write = accountMails(world.db, () => 'https://sms.example');
    for (const language of ['en', 'ne'] as const) {
      await sql`UPDATE users SET language = ${language} WHERE email = ${world.emails.customer}`.execute(
        world.db,
      );
      for (const kind of ['invitation', 'password-reset', 'password-changed', 'two-factor-on'] as const) {
        const mail = { uuid: '', kind, to: world.emails.customer, language, about: null };
        const message = await write(mail);
        seen[`${kind} ${language}`] = `${message?.subject}\n${message?.text}\n${message?.html}`;
      }
    }
    expect(seen['invitation en']).toMatch(/^Your access to Himal <SMS>\n/);
    expect(seen['invitation ne']).toMatch(/^Himal <SMS> मा तपाईंको पहुँच\n/);
    for (const [name, text] of Object.entries(seen))
      if (name.includes(' ')) {
        expect(text, name).toMatch(/\n-- \nHimal <SMS>\nhelp@himal\.example\nSun to Fri, 10 to 5\n/);
        expect(text, name).toContain('Himal &#60;SMS&#62;<br>help@himal.example');
      }
    expect(seen['invitation en']).toContain(`color:${colors.light['accent-text']}`);

    const started = await world.call<{ data: { uri: string } }>(
      'customer',
      'POST',
      '/v1/autho/two-factor/start/',
      { password: PASSWORD },
    );
    seen.authenticator = decodeURIComponent(started.body.data.uri);
    expect(seen.authenticator).toContain('issuer=Himal <SMS>');
    const passkey = await world.call<{ data: { rp: { name: string } } }>(
      'customer',
      'POST',
      '/v1/autho/two-factor/passkeys/options/',
      { password: PASSWORD },
    );
    seen.passkey = JSON.stringify(passkey.body);
    expect(seen.passkey).toContain('Himal <SMS>');
    const csv = await get('/v1/core/contacts/export/', world.tokens.customer);
    seen.csv = String(csv.headers['content-disposition']);
    expect(seen.csv).toMatch(/^attachment; filename="Himal /);

    const ours = new RegExp(
      [...Object.values(product), 'bulk-sms-console', 'Bulk SMS Console'].join('|'),
      'i',
    );
    expect(
      Object.entries(seen)
        .filter(([, text]) => ours.test(text))
        .map(([name]) => name),
    ).toEqual([]);
    expect(Object.keys(seen).length).toBeGreaterThan(15);
  });

  test('its images are for everyone, kept for ever, and run nothing', async () => {
    const { body } = await get('/login');
    const address = /"light":"(\/brand\/[^"]+)"/.exec(body)?.[1] as string;
    const { statusCode, headers } = await get(address);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const other of [`/brand/${'0'.repeat(32)}.svg`, '/brand/x', '/brand/..%2f..%2fetc'])
      expect((await get(other)).statusCode).toBe(404);
  });
});

describe('an image', () => {
  const logo = async (content: Buffer | string, type: 'png' | 'svg+xml') => {
    const { status, body } = await put({ logo_light: dataOf(content, type) });
    if (status !== 200) return { problem: body.errors?.logo_light?.[0] };
    const { rawPayload } = await get(body.data.logo_light as string);
    return { content: rawPayload };
  };

  test('as PNG is written anew with its pixels alone', async () => {
    const plain = png(30, 20);
    const comment = pngChunk('tEXt', Buffer.from('Comment\0<script>secret</script>'));
    // Behind the header, which is 33 bytes with the signature.
    const commented = Buffer.concat([plain.subarray(0, 33), comment, plain.subarray(33)]);
    const { content } = await logo(commented, 'png');
    expect(content?.includes('secret')).toBe(false);
    expect(content?.subarray(0, 33).equals(plain.subarray(0, 33))).toBe(true);
    expect((await logo(plain, 'png')).content?.equals(content as Buffer)).toBe(true);
  });

  test.each([
    ['damaged', png(3, 2).subarray(0, 60), /damaged/],
    ['too large', png(1601, 1), /^The picture has 1601 × 1 pixels\. Use at most 1600 × 1600\.$/],
    ['something else', Buffer.from('GIF89a'), /neither PNG nor SVG/],
  ])('as PNG that is %s is refused', async (_, content, problem) => {
    expect((await logo(content, 'png')).problem).toMatch(problem);
  });

  test('as SVG is written anew with its shapes alone', async () => {
    const { content } = await logo(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><!-- a comment -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://i.example" viewBox="0 0 10 10" onload="alert(1)">
        <title>Himal</title><metadata><i:what>x</i:what></metadata>
        <style>.a{fill:#c00;background:url(http://x.example)}</style>
        <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
          <linearGradient id="h" xlink:href="#g" xmlns:xlink="http://www.w3.org/1999/xlink"/></defs>
        <g onclick="alert(1)" transform="translate(1 2)"><path class="a" d="M0 0h9" style="stroke:url(#g);filter:url(#f)"/>
        <rect width="1" height="1" fill="url(https://x.example/a)" href="javascript:alert(1)"/></g>
      </svg>`,
      'svg+xml',
    );
    expect(content?.toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">' +
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient>' +
        '<linearGradient id="h" href="#g"></linearGradient></defs>' +
        '<g transform="translate(1 2)"><path d="M0 0h9" fill="#c00" stroke="url(#g)"></path>' +
        '<rect width="1" height="1"></rect></g></svg>',
    );
  });

  const svg = (inside: string, attributes = 'viewBox="0 0 9 9"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
  test.each([
    ['a script', svg('<script>alert(1)</script>'), /contains <script>/],
    ['HTML', svg('<foreignObject><p>x</p></foreignObject>'), /contains <foreignObject>/],
    ['another image', svg('<image href="https://x.example/a.png"/>'), /contains <image>/],
    ['a repetition', svg('<use href="#a"/>'), /contains <use>/],
    ['text', svg('<text>Himal</text>'), /contains <text>/],
    ['a style sheet', svg('<style>@import "x"; path { fill: red }</style>'), /styles that cannot be used/],
    ['no size', svg('', ''), /does not say how large/],
    ['an end that is missing', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>', /SVG/],
    ['another root', '<html><svg viewBox="0 0 9 9"/></html>', /not an SVG/],
    ['too many parts', svg('<g/>'.repeat(3001)), /too many parts/],
    [
      'a style that makes it large when it is written out',
      svg(`<style>.a{d:M${'0 0 '.repeat(9000)}}</style>${'<path class="a"/>'.repeat(100)}`),
      /too many parts/,
    ],
    ['too much depth', svg(`${'<g>'.repeat(60)}${'</g>'.repeat(60)}`), /too many parts/],
  ])('as SVG with %s is refused', async (_, content, problem) => {
    expect((await logo(content, 'svg+xml')).problem).toMatch(problem);
  });

  test('as SVG is read at once, however long its style sheet is', () => {
    const styled = (end: string) => cleanSvg(Buffer.from(svg(`<style>.a{}${end}</style>`))).toString();
    for (const end of ['x', '/* ']) expect(styled(end.repeat(1_000_000))).toMatch(/^<svg/);
  });

  test('that is not square is no icon, and nothing else of the form is saved then', async () => {
    await put({ brand_short_name: 'Himal' });
    const { status, body } = await put({
      brand_short_name: 'Lost',
      favicon: dataOf(png(64, 48), 'png'),
      logo_dark: '/brand/made-up.png',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      favicon: ['The icon has 64 × 48 pixels. It must be square, with at least 48 pixels on a side.'],
      logo_dark: ['The file is neither PNG nor SVG.'],
    });
    expect((await put({})).body.data.brand_short_name).toBe('Himal');
  });

  test('that is too large is refused', async () => {
    const noise = Buffer.alloc(200 * 1024, 'x');
    const { status } = await put({ logo_light: dataOf(Buffer.concat([png(1, 1), noise]), 'png') });
    expect(status).toBe(400);
  });

  test('stays while its address is sent back, and goes with the change after its removal', async () => {
    const count = async () =>
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM brand_image`.execute(world.db)).rows[0]?.n;
    const { body } = await put({ logo_light: dataOf(SVG, 'svg+xml'), favicon: null });
    const address = body.data.logo_light as string;
    await put({ logo_light: address });
    expect((await get(address)).statusCode).toBe(200);
    await put({ logo_light: null });
    expect((await get(address)).statusCode).toBe(200);
    await put({});
    expect((await get(address)).statusCode).toBe(404);
    expect(await count()).toBe(0);
  });
});
