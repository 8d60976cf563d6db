import type { FastifyInstance } from 'fastify';

/** An address of X-Forwarded-For, without its port and brackets. */
const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/**
 * Removes the ports that proxies of Azure and IIS write into X-Forwarded-For (`203.0.113.7:52113`, `[2001:db8::1]:52113`), before
 * anything reads `request.ip`: limits, API keys' networks, sessions, and the log know addresses only. Registered first.
 */
export function forwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const sent = headers['x-forwarded-for'];
    if (typeof sent === 'string') headers['x-forwarded-for'] = sent.split(',').map(withoutPort).join(', ');
  });
}
