import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandConfig } from '#schema/brandConfig.ts';
import type { Rendered, RenderJob, WrittenList } from '#schema/rendering.ts';
import type { Profile } from '#schema/user.ts';
import { brandedManifest, brandedPage } from './brandedPage.ts';
import { cookieOf } from './cookies.ts';
import { drawnPage, setDrawnHeaders } from './drawnPage.ts';
import { encoded, inEncodings } from './encodings.ts';
import { routeOf, routeOfList } from './listAhead.ts';
import { listRenderer } from './listRenderer.ts';

/** Milliseconds that an answer to signing in waits for the drawing of its list. */
const SIGN_IN_MS = 100;

/** Files whose name stays the same when their content changes: browsers revalidate them. */
const NAMED = /^\/(?!assets\/)/;

/** The files that a signed-in user needs first, at any address and at those of screens (scripts/earlyFiles.ts). */
interface Early {
  anywhere: InLanguages<readonly string[]>;
  screens: Readonly<Record<string, InLanguages<readonly string[]>>>;
  /** What a drawn list needs besides those of its screen. */
  drawn: InLanguages<readonly string[]>;
}
type InLanguages<T> = Readonly<Record<'en' | 'ne', T>>;

/** Those listed by the build in `root`; none if it lists none. */
async function earlyOf(root: string): Promise<Early> {
  const named = await readFile(join(root, '.vite', 'early.json'), 'utf8').catch(() => undefined);
  const none = { en: [], ne: [] };
  return named === undefined ? { anywhere: none, screens: {}, drawn: none } : JSON.parse(named);
}

const kinds: Readonly<Record<string, string>> = {
  '.css': 'preload; as=style',
  '.woff2': 'preload; as=font; type="font/woff2"',
};
/** The value of a Link header by which the browser fetches a file. */
const linkTo = (file: string): string =>
  `</${file}>; rel=${kinds[extname(file)] ?? 'modulepreload'}; crossorigin`;

/**
 * Returns the Link header for the page of a path in a language, so that the browser fetches files before any script asks
 * for them. Each value is computed once.
 */
function linksFor({ anywhere, screens }: Early) {
  const linked = ({ en, ne }: Early['anywhere']): InLanguages<string> => {
    const header = (files: readonly string[]) => files.map(linkTo).join(', ');
    return { en: header(en), ne: header(ne) };
  };
  const own = new Map(Object.entries(screens).map(([route, files]) => [route, linked(files)]));
  const other = linked(anywhere);
  return (path: string, language: string | undefined) =>
    (own.get(routeOf(path)) ?? other)[language === 'ne' ? 'ne' : 'en'];
}

/** The page with JSON written into its element with this id, where no text can end the element or begin a comment. */
const withData = (html: string, id: 'config' | 'user' | 'list', json: string): string =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)[^<]*`),
    (_, tag: string) => tag + json.replaceAll('<', '\\u003c'),
  );

/** The page with the run-time configuration written into it, so that it need not load the file. */
const withConfig = (html: string, config: string): string =>
  withData(html.replace(/ *<link rel="preload" href="\/config\.json"[^>]*>\n?/, ''), 'config', config);

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  /** What the page is written with, as JSON, and the page. */
  config: string;
  html: string;
}

interface Drawable {
  user: Profile;
  list: WrittenList;
  written: RenderJob['written'];
  /** Milliseconds, if fewer than usual. */
  patience?: number;
}

interface Served {
  root: string;
  apiUrl: string;
  cookies: boolean;
  /** Whether mail reaches people now. */
  mail(): Promise<boolean>;
  findUser(request: FastifyRequest): Promise<Profile | undefined>;
  findList(request: FastifyRequest): Promise<WrittenList | undefined>;
}

/**
 * Serves the built console from `root`, compressed as the build left it: files with a hash in their name are
 * cached forever, and the page answers every path that is neither a file nor the API's, with the run-time
 * configuration written into it. `cookies`: whether an API on another origin keeps the session in a cookie.
 * For signed-in users, the answer's headers link the files that the console needs first, and the page has the user that
 * `findUser` returns and the list that `findList` does, so that the console need not wait for them: nobody else may store such
 * a page.
 */
export async function consolePages(
  app: FastifyInstance,
  { root, apiUrl, cookies, mail, findUser, findList }: Served,
): Promise<void> {
  const built = await readFile(join(root, 'index.html'), 'utf8');
  const manifest = await readFile(join(root, 'manifest.webmanifest'), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  /** What the page is written with. */
  const now = async () => {
    const [brand, mails] = await Promise.all([app.brand(), mail().catch(() => true)]);
    return { brand, mails };
  };
  type Values = Awaited<ReturnType<typeof now>>;
  const configOf = ({ brand, mails }: Values) => {
    // Known after all routes are registered. For another server, its profile says what it offers.
    const own = apiUrl
      ? { ...(cookies && { cookies }) }
      : { offers: app.offers, ...(!mails && { mail: mails }) };
    return { apiUrl, ...own, ...brandConfig(brand) };
  };
  const write = async (values: Values, key: string) => {
    const config = JSON.stringify(configOf(values));
    const html = brandedPage(withConfig(built, config), values.brand);
    return { key, config, html, page: await inEncodings(html) };
  };
  let written: Awaited<ReturnType<typeof write>> | undefined;
  /** The page with the values in force, written once for each of them. */
  const current = async () => {
    const values = await now();
    const key = JSON.stringify(values);
    if (written?.key !== key) written = await write(values, key);
    return written;
  };
  const early = await earlyOf(root);
  const links = linksFor(early);
  // A page whose API is elsewhere has no list.
  const renderer = apiUrl ? undefined : listRenderer(root, app.log);
  app.addHook('onClose', async () => renderer?.close());

  const writtenWith = (config: string, user: Profile, { path, page }: WrittenList): RenderJob['written'] => ({
    config,
    user: JSON.stringify(user),
    list: JSON.stringify({ path, page }),
  });
  /** The drawing of a list at its address; undefined if there is none. */
  const draw = async (
    { protocol, host }: FastifyRequest,
    address: string,
    { user, list: { path, look }, written, patience }: Drawable,
  ): Promise<Rendered | undefined> => {
    if (!renderer || !look) return undefined;
    const url = new URL(address, `${protocol}://${host}`).href;
    return renderer.render({ url, look: look.read, user: user.uuid, path, written }, patience);
  };
  if (renderer)
    app.decorate('drawList', async (request, user, list) => {
      try {
        const written = writtenWith(JSON.stringify(configOf(await now())), user, list);
        const address = `/${routeOfList(list.path)}`;
        return await draw(request, address, { user, list, written, patience: SIGN_IN_MS });
      } catch (error) {
        request.log.warn({ err: error }, 'a list could not be drawn');
        return undefined;
      }
    });

  /** The page for one user, with the drawing of its list if there is one. */
  async function pageFor(
    user: Profile,
    list: WrittenList | undefined,
    { request, reply, config, html }: Asked,
  ) {
    if (!list) return withData(html, 'user', JSON.stringify(user));
    const written = writtenWith(config, user, list);
    const listed = withData(withData(html, 'user', written.user), 'list', written.list);
    const drawing = await draw(request, request.url, { user, list, written });
    const { look } = list;
    if (!drawing || !look) return listed;
    setDrawnHeaders(reply, drawing, early.drawn[drawing.language].map(linkTo));
    const route = routeOf(request.url.replace(/[?#].*/s, ''));
    const sheets = early.screens[route]?.en.filter((file) => file.endsWith('.css')) ?? [];
    return drawnPage(listed, { drawing, user: user.uuid, look: look.told, sheets });
  }
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
      globIgnore: [
        ...['**/index.html', '**/*.br', '**/*.gz', '.vite/**'],
        ...['config.json', 'manifest.webmanifest'],
      ],
      setHeaders: (reply) => {
        if (NAMED.test(reply.request.url)) reply.header('cache-control', 'public, max-age=3600');
      },
    });
    pages.get('/config.json', { schema: { hide: true } }, async (_, reply) =>
      reply.header('cache-control', 'no-cache').send(configOf(await now())),
    );
    if (manifest)
      pages.get('/manifest.webmanifest', { schema: { hide: true } }, async (_, reply) =>
        reply
          .type('application/manifest+json; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(JSON.stringify(brandedManifest(manifest, await app.brand()))),
      );
    pages.get('/*', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
      if (/^\/(v1|docs|assets|dev)\//.test(request.url)) return reply.callNotFound();
      const link =
        cookieOf(request, 'token') &&
        links(request.url.replace(/[?#].*/s, ''), cookieOf(request, 'language'));
      if (link) reply.header('link', link);
      renderer?.warm();
      const accepted = request.headers['accept-encoding'];
      const [user, list] = apiUrl ? [] : await Promise.all([findUser(request), findList(request)]);
      const { config, html, page } = await current();
      const own = user && (await pageFor(user, list, { request, reply, config, html }));
      const { encoding, body } = own ? await encoded(own, accepted) : page(accepted);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', user ? 'private, no-store' : 'no-cache')
        .header('vary', 'accept-encoding, cookie')
        .send(body);
    });
  });
}
