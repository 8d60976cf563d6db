import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Rendered } from '#schema/rendering.ts';
import { drawnPage, setDrawnHeaders } from '../../../server/plugins/drawnPage.ts';

const drawing: Rendered = {
  html: '<main>$& rows</main>',
  language: 'ne',
  mode: 'dark',
  css: ':root{color-scheme:dark;--canvas:#000}',
  fonts: [['400 1em "Poppins"', 'A']],
};
const html = `<!doctype html><html lang="en"><head><link rel="stylesheet" crossorigin href="/assets/start-a.css"></head>
<body><div id="root"></div><div id="late" hidden></div></body></html>`;
const page = drawnPage(html, {
  drawing,
  user: 'u"1',
  look: '{"a":"&<"}',
  sheets: ['assets/start-a.css', 'assets/shell-b.css'],
});

const hashOf = (text: string | undefined) =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`;
const contentOf = (tag: string) => RegExp(`<${tag}>([^<]*)</${tag}>`).exec(page)?.[1];

function headersOf(link: string, more: readonly string[] = []): { policy: unknown; link: unknown } {
  const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-x'";
  const headers = new Map<string, unknown>([
    ['content-security-policy', policy],
    ['link', link],
  ]);
  const own = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: unknown) => headers.set(name, value),
  };
  const reply = { raw: own, getHeader: own.getHeader, header: own.setHeader };
  setDrawnHeaders(reply as unknown as FastifyReply, drawing, more);
  return { policy: headers.get('content-security-policy'), link: headers.get('link') };
}

describe('the page of a list that the server has drawn', () => {
  test('has it in its root, hidden, with its user and its fonts', () => {
    expect(page).toContain(
      '<div id="root" hidden data-drawn="u&quot;1" data-look="{&quot;a&quot;:&quot;&amp;<&quot;}" data-fonts="[[&quot;400 1em \\&quot;Poppins\\&quot;&quot;,&quot;A&quot;]]"><main>$& rows</main></div>',
    );
  });

  test('has the language, the theme and the styles of its browser', () => {
    expect(page).toContain('<html lang="ne" data-theme="dark">');
    expect(contentOf('style')).toContain(':root{color-scheme:dark;--canvas:#000}');
  });

  test('links the sheets that it lacks', () => {
    expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/start-a.css">',
      '<link rel="stylesheet" crossorigin href="/assets/shell-b.css">',
    ]);
  });

  test('is permitted its own style and script, by their hashes, and no others', () => {
    expect(headersOf('').policy).toBe(
      `default-src 'self'; script-src ${hashOf(contentOf('script'))} 'self'; style-src ${hashOf(contentOf('style'))} 'self' 'sha256-x'`,
    );
  });

  test('has what it waits for fetched first, also what other pages can do without', () => {
    const [script, sheet, font] = [
      '</a.js>; rel=modulepreload; crossorigin',
      '</b.css>; rel=preload; as=style; crossorigin',
      '</c.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    ];
    const heading = font.replace('/c.', '/d.');
    const links = [script, sheet, font].join(', ');
    expect(headersOf(links, [heading]).link).toBe([sheet, font, heading, script].join(', '));
    expect(headersOf('', [heading]).link).toBe(heading);
  });

  test('cannot end its style element by what is in it', () => {
    const css = ':root{--canvas:</style><script>}';
    const evil = drawnPage(html, { drawing: { ...drawing, css }, user: '', look: '', sheets: [] });
    expect(evil).toContain(':root{--canvas:style><script>}');
  });
});
