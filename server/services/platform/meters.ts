import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * This process's counters for GET /metrics (docs/metrics.md). Labels are few and bounded: names of links, kinds and
 * outcomes; never an account, a phone, an address or an id.
 */
export const registry = new Registry();

const registers = [registry];
const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name: `bulk_sms_${name}`, help, labelNames, registers });
const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
  new Histogram({ name: `bulk_sms_${name}`, help, buckets, labelNames, registers });

/** A counter for what happens thousands of times a second: it finds its labels only when it is read. */
function frequentCounter<L extends string>(name: string, help: string, ...labelNames: L[]) {
  /** Since it was last read. */
  const counts = new Map<string, { labels: Record<L, string>; count: number }>();
  new Counter({
    name: `bulk_sms_${name}`,
    help,
    labelNames,
    registers,
    collect() {
      for (const { labels, count } of counts.values()) this.inc(labels, count);
      counts.clear();
    },
  });
  /** `key` stands for the labels. */
  return (key: string, labels: () => Record<L, string>, count: number): void => {
    let one = counts.get(key);
    if (!one) {
      one = { labels: labels(), count: 0 };
      counts.set(key, one);
    }
    one.count += count;
  };
}

const countOutcome = frequentCounter(
  'submits_total',
  'Messages that an operator answered for.',
  'link',
  'outcome',
);
const countParts = frequentCounter('submitted_parts_total', 'Message parts that an operator took.', 'link');
const submitErrors = counter(
  'submit_errors_total',
  'Messages that were not taken, by what the operator or the link said.',
  'link',
  'error',
);
const submitSeconds = histogram(
  'submit_duration_seconds',
  'From giving a message to the link until its outcome.',
  [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  'link',
);

/** SMPP's names are kept; operators' own codes and connection errors, which are unbounded, are grouped into one each. */
export function errorKind(error: string): string {
  if (/ after \d+ of \d+ parts /.test(error)) return 'partly_accepted';
  if (/^ESME_[A-Z_]{1,40}$/.test(error)) return error;
  if (/^0x[0-9a-f]+$/i.test(error)) return 'operator_code';
  return error.startsWith('no answer within') ? 'no_answer' : 'connection';
}

/** The result of one message, for the metrics. */
type Answer =
  | { kind: 'submitted'; ids: readonly string[] }
  | { kind: 'rejected' | 'unknown'; error: string }
  | { kind: 'temporary'; error: string; throttled: boolean };

/** Counts the result of one message on a link, `seconds` after it was handed over. */
export function countSubmit(link: string, answer: Answer, seconds: number): void {
  const outcome = answer.kind === 'temporary' && answer.throttled ? 'throttled' : answer.kind;
  countOutcome(`${outcome} ${link}`, () => ({ link, outcome }), 1);
  submitSeconds.observe({ link }, seconds);
  if (answer.kind === 'submitted') countParts(link, () => ({ link }), answer.ids.length);
  else submitErrors.inc({ link, error: errorKind(answer.error) });
}

/** Begins a link's counts with 0, so that rates see its first events. */
export function countFromZero(link: string): void {
  for (const outcome of ['submitted', 'rejected', 'temporary', 'throttled', 'unknown'])
    countOutcome(`${outcome} ${link}`, () => ({ link, outcome }), 0);
  countParts(link, () => ({ link }), 0);
}

/** Counts recorded receipts, one per part. */
export const receipts = counter('receipts_total', 'Delivery receipts recorded.', 'link', 'status');
const receiptLag = histogram(
  'receipt_lag_seconds',
  'From when an operator took a message until its final receipt was recorded.',
  [1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600],
  'link',
);

/** Records how long the receipts of a link's messages took, in seconds. */
export function countLags(link: string, lags: readonly number[]): void {
  for (const seconds of lags) receiptLag.observe({ link }, seconds);
}

const batches = histogram(
  'batch_duration_seconds',
  'Writing a batch of outcomes or receipts to the database.',
  [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  'kind',
);
const batchItems = counter('batch_items_total', 'Outcomes and receipts written in batches.', 'kind');
const batchFailures = counter(
  'batch_failures_total',
  'Batches that could not be written and are tried again.',
  'kind',
);

/** Counts and times the write of a batch. */
export const meteredWrite =
  <T>(kind: 'outcomes' | 'receipts', write: (items: readonly T[]) => Promise<void>) =>
  async (items: readonly T[]): Promise<void> => {
    const end = batches.startTimer({ kind });
    try {
      await write(items);
    } catch (error) {
      batchFailures.inc({ kind });
      throw error;
    }
    end();
    batchItems.inc({ kind }, items.length);
  };

export const jobs = counter(
  'jobs_total',
  'Jobs of the queue that ended; a failed one may be tried again.',
  'queue',
  'outcome',
);
export const webhookAttempts = counter(
  'webhook_attempts_total',
  'Requests to webhooks: delivered, refused by an answer, or not answered.',
  'outcome',
);
export const mails = counter('mails_total', 'Mails: sent, to be tried again, or given up.', 'outcome');
export const signIns = counter('sign_ins_total', 'Attempts to sign in with a password.', 'door', 'outcome');
export const abandoned = counter(
  'abandoned_messages_total',
  'Messages that became unknown because the worker that had them in hand died.',
);

export const standbyReads = counter(
  'standby_reads_total',
  'Reads that a standby may answer: by it (standby), or by the primary because none can be used (away), none has what the primary has (behind), or it broke one off (refused).',
  'outcome',
);

// A series that starts with its first event would hide that event from rates.
for (const outcome of ['delivered', 'refused', 'unanswered']) webhookAttempts.inc({ outcome }, 0);
for (const outcome of ['sent', 'retried', 'failed']) mails.inc({ outcome }, 0);
for (const kind of ['outcomes', 'receipts']) batchFailures.inc({ kind }, 0);
for (const outcome of ['standby', 'away', 'behind', 'refused']) standbyReads.inc({ outcome }, 0);

/** The state of a link in this process. */
interface LinkMeter {
  link: string;
  isBound: boolean;
  /** Written but unanswered parts, and their maximum. */
  inFlight: number;
  window: number;
}

/** Metrics computed on request: a value with its labels, if any. */
type Read = () => readonly { labels?: Record<string, string>; value: number }[];

function gauge(name: string, help: string, labelNames: string[] = []): (read: Read) => () => void {
  const sources = new Set<Read>();
  new Gauge({
    name: `bulk_sms_${name}`,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const read of sources) for (const { labels = {}, value } of read()) this.inc(labels, value);
    },
  });
  return (read) => {
    sources.add(read);
    return () => sources.delete(read);
  };
}

const bound = gauge('worker_link_bound', 'Whether this process has the link bound.', ['link']);
const inFlight = gauge('parts_in_flight', 'Parts that are written to a link and unanswered.', ['link']);
const window = gauge('link_window_parts', 'The most parts that may be unanswered.', ['link']);

/** Includes a worker's links in the metrics until the returned function is called. */
export function meterLinks(read: () => readonly LinkMeter[]): () => void {
  const each = (value: (link: LinkMeter) => number) => () =>
    read().map((link) => ({ labels: { link: link.link }, value: value(link) }));
  const ends = [
    bound(each(({ isBound }) => Number(isBound))),
    inFlight(each((link) => link.inFlight)),
    window(each((link) => link.window)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const quiet = gauge('quiet_hours', 'Whether it is a time at which this worker sends only what is urgent.');

/** Includes a worker's quiet hours in the metrics until the returned function is called. */
export const meterQuiet = (read: () => boolean): (() => void) => quiet(() => [{ value: Number(read()) }]);

const connections = gauge('database_connections', 'Connections of this process to the database.', ['state']);
const waiting = gauge('database_waiting', 'Queries that wait for a free connection.');

/** Includes the pool of database connections in the metrics. */
export function meterPool(read: () => { inUse: number; idle: number; waiting: number }): void {
  connections(() => {
    const { inUse, idle } = read();
    return [
      { labels: { state: 'in_use' }, value: inUse },
      { labels: { state: 'idle' }, value: idle },
    ];
  });
  waiting(() => [{ value: read().waiting }]);
}

const readable = gauge(
  'read_standby_up',
  'Whether this process reads from the standby; none for the one that is the primary.',
  ['standby'],
);
const lag = gauge('read_standby_lag_seconds', 'How far the standby is behind the primary.', ['standby']);

/**
 * Includes the standbys in the metrics, by their place in READ_DATABASE_URL from 1, until the returned function is called.
 * `isUp`: whether it is read from; null: it is the primary now. `lag` in seconds; null while unknown.
 */
export function meterStandbys(
  read: () => readonly { isUp: boolean | null; lag: number | null }[],
): () => void {
  const labels = (at: number) => ({ standby: String(at + 1) });
  const ends = [
    readable(() =>
      read().flatMap(({ isUp }, at) => (isUp === null ? [] : [{ labels: labels(at), value: Number(isUp) }])),
    ),
    lag(() =>
      read().flatMap(({ lag: seconds }, at) =>
        seconds === null ? [] : [{ labels: labels(at), value: seconds }],
      ),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
