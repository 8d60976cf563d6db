import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import type { App, Deps } from '../deps.ts';
import { digest } from '../services/access/digest.ts';
import { registry } from '../services/platform/meters.ts';
import { Problem } from '../services/platform/problem.ts';
import { createFigures } from '../services/reports/figures.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const requests = new Histogram({
  name: 'bulk_sms_http_request_duration_seconds',
  help: 'Requests by route, method and class of status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10],
  registers: [registry],
});

function time({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const labels = {
    method: METHODS.has(method) ? method : 'other',
    route: routeOptions.url ?? 'none',
    status: `${Math.floor(reply.statusCode / 100)}xx`,
  };
  requests.observe(labels, reply.elapsedTime / 1000);
}

let isWatched = false;
/** Once per process, however many apps it builds. */
export function watchProcess(): void {
  if (!isWatched) collectDefaultMetrics({ register: registry });
  isWatched = true;
}

/**
 * GET /metrics for Prometheus, for holders of METRICS_TOKEN (`Authorization: Bearer`); disabled without that setting.
 * Registered before the routes, which it times.
 */
export function metrics(app: App, { config: { METRICS_TOKEN: token }, db }: Deps): void {
  const config = { access: 'public' as const };
  const schema = { hide: true };
  if (!token) {
    app.get('/metrics', { config, schema }, (_, reply) => reply.callNotFound());
    return;
  }
  watchProcess();
  const refresh = createFigures(db, (error) =>
    app.log.warn({ err: error }, 'the figures of the database could not be read'),
  );
  const expected = digest(`Bearer ${token}`);
  app.addHook('onResponse', async (request, reply) => time(request, reply));
  app.get('/metrics', { config, schema }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      reply.header('www-authenticate', 'Bearer');
      throw new Problem('unauthenticated', 'Sign in to continue.');
    }
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
