import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type Value = string | number | boolean;
type Attributes = Readonly<Record<string, Value | undefined>>;

/** What a span is of: a request to this server, a job of its queue, or a statement to its database. */
type Kind = 'server' | 'consumer' | 'client';

/** A finished piece of work. Times in milliseconds since 1970, with fractions. */
export interface Span {
  /** 32 and 16 hex digits. */
  trace: string;
  id: string;
  parent?: string | undefined;
  name: string;
  kind: Kind;
  start: number;
  end: number;
  attributes: Attributes;
  /** What failed, in a word; absent if nothing did. */
  error?: string | undefined;
}

/** A piece of work that is not finished. */
export interface OpenSpan {
  trace: string;
  id: string;
  /** Finishes it. */
  end(attributes?: Attributes, error?: string): void;
}

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;
/** Statements longer than this are cut. */
const STATEMENT_MAX = 2000;

const now = (): number => performance.timeOrigin + performance.now();
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The class of an error, because messages may contain what people wrote. */
const wordOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
};

/**
 * Makes spans and gives the finished ones to `record`. `share` of all traces are recorded, 0 to 1: decided by their id, as
 * OpenTelemetry's TraceIdRatioBased sampler does, so that other services that do the same keep the same ones.
 */
export class Traces {
  readonly #record: (span: Span) => void;
  readonly #share: number;
  readonly #current = new AsyncLocalStorage<OpenSpan | undefined>();

  constructor(record: (span: Span) => void, share = 1) {
    this.#record = record;
    this.#share = share;
  }

  /** Begins a trace, or continues the one of a `traceparent`; undefined if it is not recorded. */
  begin(name: string, kind: Kind, attributes: Attributes, traceparent?: string): OpenSpan | undefined {
    const [, known, parent] = TRACEPARENT.exec(traceparent ?? '') ?? [];
    const trace = known ?? hex(16);
    if (Number.parseInt(trace.slice(16), 16) / 2 ** 64 >= this.#share) return undefined;
    const [id, start] = [hex(8), now()];
    return {
      trace,
      id,
      end: (more = {}, error) =>
        this.#record({
          ...{ trace, id, parent, name, kind, start, end: now(), error },
          attributes: { ...attributes, ...more },
        }),
    };
  }

  /** Runs work whose statements are parts of a span. */
  within<T>(span: OpenSpan | undefined, work: () => T): T {
    return this.#current.run(span, work);
  }

  /** Records work as a trace of its own. */
  async whole<T>(name: string, kind: Kind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const span = this.begin(name, kind, attributes);
    try {
      const result = await this.within(span, work);
      span?.end();
      return result;
    } catch (error) {
      span?.end({}, wordOf(error));
      throw error;
    }
  }

  /** A statement has just ended, after this many milliseconds. It is recorded if it was part of a recorded span. */
  readonly statement = (text: string, milliseconds: number, error?: unknown): void => {
    const parent = this.#current.getStore();
    if (!parent) return;
    const end = now();
    const words = text.replace(/\/\*.*?\*\//g, ' ').trim();
    this.#record({
      ...{ trace: parent.trace, id: hex(8), parent: parent.id, kind: 'client' },
      name: /^\w+/.exec(words)?.[0].toUpperCase() ?? 'SQL',
      ...{ start: end - milliseconds, end },
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': words.replace(/\s+/g, ' ').slice(0, STATEMENT_MAX),
      },
      ...(error !== undefined && { error: wordOf(error) }),
    });
  };
}
