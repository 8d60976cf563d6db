import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { cookieOf } from './cookies.ts';

/** Files whose name stays the same when their content changes: browsers revalidate them. */
const NAMED = /^\/(?!assets\/)/;

/** Whether an Accept-Encoding header accepts an encoding: named, and without a weight of zero. */
const takes = (header: string | undefined, encoding: string): boolean =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`, 'i').test(
    header ?? '',
  );

/**
 * The files that a signed-in user needs first: everywhere, per language (more for staff), and per screen address
 * (scripts/consoleBuild.ts).
 */
interface Early {
  everywhere: readonly string[];
  languages: Readonly<Record<'en' | 'ne', Readonly<Record<'everybody' | 'staff', readonly string[]>>>>;
  screens: Readonly<Record<string, readonly string[]>>;
}

const NO_TEXTS = { everybody: [], staff: [] };

/** Those listed by the build in `root`; none if it lists none. */
async function earlyOf(root: string): Promise<Early> {
  const named = await readFile(join(root, '.vite', 'early.json'), 'utf8').catch(() => undefined);
  return named === undefined
    ? { everywhere: [], languages: { en: NO_TEXTS, ne: NO_TEXTS }, screens: {} }
    : JSON.parse(named);
}

/**
 * Returns the Link header for the page of a path in a language, so that the browser fetches files before any script asks
 * for them. Each value is computed once.
 */
function linksFor({ everywhere, languages, screens }: Early) {
  const linked = (...files: readonly string[]): string =>
    files
      .map(
        (file) =>
          `</${file}>; rel=${file.endsWith('.css') ? 'preload; as=style' : 'modulepreload'}; crossorigin`,
      )
      .join(', ');
  const inLanguage = (texts: readonly string[]) => {
    const anywhere = linked(...everywhere, ...texts);
    const own = new Map(
      Object.entries(screens).map(([route, files]) => [route, linked(...everywhere, ...texts, ...files)]),
    );
    return (path: string) => own.get(path.replace(/^\/+|\/+$/g, '')) ?? anywhere;
  };
  const forReaders = ({ everybody, staff }: Early['languages']['en']) => ({
    everybody: inLanguage(everybody),
    staff: inLanguage(staff),
  });
  const [english, nepali] = [forReaders(languages.en), forReaders(languages.ne)];
  return (path: string, language: string | undefined, isStaff: boolean) =>
    (language === 'ne' ? nepali : english)[isStaff ? 'staff' : 'everybody'](path);
}

/** A page in each encoding, computed once; the best that a browser accepts. */
async function inEncodings(page: string) {
  const content = Buffer.from(page);
  const encodings = {
    br: await promisify(brotliCompress)(content),
    gzip: await promisify(gzip)(content, { level: 9 }),
  };
  return (accepted: string | undefined): { encoding?: string; body: Buffer } => {
    for (const [encoding, body] of Object.entries(encodings))
      if (takes(accepted, encoding)) return { encoding, body };
    return { body: content };
  };
}

/** The page with the run-time configuration written into it, so that it need not load the file. */
const withConfig = (html: string, config: object): string =>
  html
    .replace(/ *<link rel="preload" href="\/config\.json"[^>]*>\n?/, '')
    .replace(
      /(<script type="application\/json" id="config">)[^<]*/,
      (_, tag: string) => tag + JSON.stringify(config).replaceAll('<', '\\u003c'),
    );

interface Served {
  root: string;
  apiUrl: string;
  cookies: boolean;
  mail: boolean;
  brand: string | undefined;
}

/**
 * Serves the built console from `root`, compressed as the build left it: files with a hash in their name are
 * cached forever, and the page answers every path that is neither a file nor the API's, with the run-time
 * configuration written into it. `cookies`: whether an API on another origin keeps the session in a cookie.
 * `mail`: whether this server sends e-mail. `brand`: the name of the service; undefined: the console's own.
 * For signed-in users, the answer's headers link the files that the console needs first.
 */
export async function consolePages(
  app: FastifyInstance,
  { root, apiUrl, cookies, mail, brand }: Served,
): Promise<void> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  let page = await inEncodings(html);
  let config: object = {};
  // Known after all routes are registered. For another server, its profile says what it offers.
  app.addHook('onReady', async () => {
    const own = apiUrl ? { ...(cookies && { cookies }) } : { offers: app.offers, ...(!mail && { mail }) };
    config = { apiUrl, ...own, ...(brand && { brand }) };
    page = await inEncodings(withConfig(html, config));
  });
  const links = linksFor(await earlyOf(root));
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await pages.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      // The build's manifest and compressed copies are not served by name.
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '.vite/**', 'config.json'],
      setHeaders: (reply) => {
        if (NAMED.test(reply.request.url)) reply.header('cache-control', 'public, max-age=3600');
      },
    });
    pages.get('/config.json', { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', 'no-cache').send(config),
    );
    pages.get('/*', { schema: { hide: true } }, (request, reply) => {
      if (/^\/(v1|docs|assets|dev)\//.test(request.url)) return reply.callNotFound();
      const link =
        cookieOf(request, 'token') &&
        links(
          request.url.replace(/[?#].*/s, ''),
          cookieOf(request, 'language'),
          cookieOf(request, 'staff') !== undefined,
        );
      if (link) reply.header('link', link);
      const { encoding, body } = page(request.headers['accept-encoding']);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding, cookie')
        .send(body);
    });
  });
}
