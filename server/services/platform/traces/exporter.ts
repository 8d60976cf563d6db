import { setTimeout as pause } from 'node:timers/promises';
import type { Span } from './traces.ts';

/** Milliseconds between two requests to the collector. */
const EVERY = 5000;
/** Spans in one request. */
const AT_ONCE = 500;
/** Spans that wait at most; further ones are dropped. */
const WAITING_MAX = 4000;
/** Milliseconds that the collector may take to answer. */
const PATIENCE = 10_000;
/** Milliseconds that sending the rest may take at the end. */
const STOPPING = 5000;
/** Tries of one request, and milliseconds before the second; then twice as many. */
const TRIES = 3;
const PAUSE = 1000;
/** Answers after which OTLP says to try again. */
const AGAIN = new Set([429, 502, 503, 504]);
/** Milliseconds between two lines about spans that could not be sent. */
const TOLD = 60_000;

/** OTLP's numbers. */
const KINDS = { server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

export interface Exporter {
  record(span: Span): void;
  /** Sends what waits, for at most this many milliseconds: by default five seconds. */
  stop(limit?: number): Promise<void>;
}

interface ExporterOptions {
  /** Of an OTLP/HTTP collector, without /v1/traces. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** `service.name` and so on. */
  resource: Readonly<Record<string, string>>;
  warn(details: object, message: string): void;
}

const nanoseconds = (milliseconds: number): string =>
  String(BigInt(Math.trunc(milliseconds)) * 1_000_000n + BigInt(Math.trunc((milliseconds % 1) * 1_000_000)));

const typed = (value: unknown): object => {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: String(value) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const attributesOf = (attributes: object): object[] =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: typed(value) }));

const spanOf = ({ trace, id, parent, name, kind, start, end, attributes, error }: Span): object => ({
  traceId: trace,
  spanId: id,
  ...(parent && { parentSpanId: parent }),
  ...{ name, kind: KINDS[kind] },
  ...{ startTimeUnixNano: nanoseconds(start), endTimeUnixNano: nanoseconds(end) },
  attributes: attributesOf({ ...attributes, ...(error && { 'error.type': error }) }),
  ...(error && { status: { code: ERROR } }),
});

/** Sends spans to an OpenTelemetry collector as OTLP/HTTP with JSON. What it does not take is dropped, never waited for. */
export function startExporter({ endpoint, headers, resource, warn }: ExporterOptions): Exporter {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const head = { resource: { attributes: attributesOf(resource) } };
  const waiting: Span[] = [];
  const ends = new AbortController();
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> | undefined;

  const drop = (spans: number, why: unknown) => {
    dropped += spans;
    if (performance.now() - loggedAt < TOLD) return;
    warn({ dropped, why }, 'traces could not be sent to the collector');
    loggedAt = performance.now();
    dropped = 0;
  };

  /** Undefined if the collector took them, else why not, and whether to try again. */
  async function post(body: string): Promise<{ why: string; again: boolean } | undefined> {
    try {
      const answer = await fetch(url, {
        ...{ method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } },
        signal: AbortSignal.any([ends.signal, AbortSignal.timeout(PATIENCE)]),
      });
      await answer.arrayBuffer();
      return answer.ok ? undefined : { why: `it answered ${answer.status}`, again: AGAIN.has(answer.status) };
    } catch (error) {
      return { why: String((error as Error).cause ?? error), again: true };
    }
  }

  async function send(spans: Span[]): Promise<void> {
    const scope = { name: 'bulk-sms-console' };
    const body = JSON.stringify({
      resourceSpans: [{ ...head, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }],
    });
    for (let tries = 1; ; tries++) {
      const failed = await post(body);
      if (!failed) return;
      if (!failed.again || tries === TRIES || ends.signal.aborted) return drop(spans.length, failed.why);
      await pause(PAUSE * 2 ** (tries - 1), undefined, { signal: ends.signal }).catch(() => {});
    }
  }

  const sendAll = (): Promise<void> => {
    sending ??= (async () => {
      while (waiting.length > 0) await send(waiting.splice(0, AT_ONCE));
    })().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(() => void sendAll(), EVERY);
  timer.unref();

  return {
    record(span) {
      if (waiting.length >= WAITING_MAX) return drop(1, 'it is too slow');
      waiting.push(span);
      if (waiting.length >= AT_ONCE) void sendAll();
    },
    async stop(limit = STOPPING) {
      clearInterval(timer);
      const late = setTimeout(() => ends.abort(), limit);
      await sendAll();
      clearTimeout(late);
    },
  };
}
