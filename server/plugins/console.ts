import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built console from `root`: files with a hash in their name for ever, and the page itself for
 * every path that is no file and not the API's, with the run-time configuration written into it.
 */
export async function consolePages(
  app: FastifyInstance,
  { root, apiUrl }: { root: string; apiUrl: string },
): Promise<void> {
  const config = JSON.stringify({ apiUrl }).replaceAll('<', '\\u003c');
  const html = (await readFile(join(root, 'index.html'), 'utf8')).replace(
    /(<script type="application\/json" id="config">)[^<]*/,
    (_, tag: string) => tag + config,
  );
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
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
    });
    pages.get('/*', { schema: { hide: true } }, (request, reply) => {
      if (/^\/(v1|docs|assets|dev)\//.test(request.url)) return reply.callNotFound();
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
    });
  });
}
