import type { FastifyInstance, FastifyRequest } from 'fastify';
import { QUIET } from '../log.ts';
import type { OpenSpan, Traces } from '../services/platform/traces/traces.ts';

/**
 * Records each request as a span, with its route instead of its URL, which may contain a searched phone. `continues`: the
 * trace of a `traceparent` header is continued, because a proxy in front sets it.
 */
export function traceRequests(app: FastifyInstance, traces: Traces | undefined, continues: boolean): void {
  if (!traces) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'none';
    if (QUIET.has(route)) return done();
    const about = { 'http.request.method': method, 'http.route': route, 'http.request.id': id };
    const parent = continues ? headers.traceparent?.toString() : undefined;
    const span = traces.begin(`${method} ${route}`, 'server', about, parent);
    if (span) spans.set(request, span);
    traces.within(span, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const error = statusCode >= 500 ? String(statusCode) : undefined;
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, error);
  });
}
