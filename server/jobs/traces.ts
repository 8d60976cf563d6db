import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { readRelease } from '../services/platform/release.ts';
import type { Traces } from '../services/platform/traces/traces.ts';
import type { Handlers } from './queue.ts';
import { onShutdown } from './running.ts';

/**
 * Traces for the collector of OTEL_EXPORTER_OTLP_ENDPOINT, sent until the process stops. Undefined without it, and then
 * nothing of it is loaded. `role`: what the process does.
 */
export async function startTraces(config: Config, role: string, log: Logger): Promise<Traces | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  const [{ startExporter }, { Traces }] = await Promise.all([
    import('../services/platform/traces/exporter.ts'),
    import('../services/platform/traces/traces.ts'),
  ]);
  const exporter = startExporter({
    ...{ endpoint, headers: config.OTEL_EXPORTER_OTLP_HEADERS },
    resource: {
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': readRelease(config.SOURCE_COMMIT).version,
      'service.instance.role': role,
      'process.pid': String(process.pid),
    },
    warn: (details, message) => log.warn(details, message),
  });
  onShutdown(() => exporter.stop());
  return new Traces(exporter.record, config.OTEL_TRACES_SAMPLER_ARG);
}

/** The queue's handlers, each run as a trace. */
export function traceJobs(traces: Traces | undefined, handlers: Handlers): Handlers {
  if (!traces) return handlers;
  const whole = <T>(queue: string, work: () => Promise<T>) =>
    traces.whole(`job ${queue}`, 'consumer', { 'messaging.destination.name': queue }, work);
  return {
    'contact-import': (data, attempt) =>
      whole('contact-import', () => handlers['contact-import'](data, attempt)),
    'account-export': (data, attempt) =>
      whole('account-export', () => handlers['account-export'](data, attempt)),
    erasure: (data, attempt) => whole('erasure', () => handlers.erasure(data, attempt)),
    mail: () => whole('mail', handlers.mail),
    housekeeping: (enqueue) => whole('housekeeping', () => handlers.housekeeping(enqueue)),
    'slow-housekeeping': () => whole('slow-housekeeping', handlers['slow-housekeeping']),
    'books-check': () => whole('books-check', handlers['books-check']),
  };
}
