import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { countSubmit, errorKind, registry } from '../../../server/services/platform/meters.ts';
import { watchLedger } from '../../../server/services/reports/ledgerWatch.ts';
import { type LinkWorld, ncell, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

const TOKEN = 'a-token-for-prometheus';
const LINK = 'operator';

let operator: RunningSimulator;
let world: LinkWorld;
beforeAll(async () => {
  // What the files before this one counted in this process, some of which is only put into the registry when it is read.
  countSubmit('demo@127.0.0.1:2775', { kind: 'submitted', ids: ['1'] }, 1);
  await registry.metrics();
  registry.resetMetrics();
  operator = await startSimulator({ undelivered: 0 });
  world = await startLinkWorld([{ name: LINK, url: `${operator.url}?window=40` }]);
  await world.becomes(LINK, 'bound');
});
afterAll(async () => {
  await world.close();
  await operator.kill();
});

const withToken = (): Deps => ({ ...world.deps, config: { ...world.deps.config, METRICS_TOKEN: TOKEN } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Samples = Map<string, number>;

/** Reads the text format of Prometheus (version 0.0.4); throws at what is none. */
function parse(text: string): Samples {
  const samples: Samples = new Map();
  const typed = new Set<string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const type = /^# TYPE ([a-z_]\w*) (counter|gauge|histogram|summary)$/.exec(line);
    if (type) typed.add(type[1] as string);
    else if (!/^# HELP [a-z_]\w* \S/.test(line)) {
      const sample = /^(([a-z_]\w*?)(?:_bucket|_sum|_count)?(?:\{(?:\w+="[^"\\]*",?)+\})?) (\S+)$/.exec(line);
      expect(sample, line).not.toBeNull();
      const [, series = '', family = '', value] = sample ?? [];
      expect(typed.has(family) || typed.has(series.replace(/\{.*/, '')), line).toBe(true);
      expect(samples.has(series), line).toBe(false);
      samples.set(series, Number(value));
    }
  }
  return samples;
}

/** What Prometheus reads of a process that only works; each time from a new one, which keeps no older figures. */
async function scrape(deps = withToken()): Promise<{ text: string; samples: Samples }> {
  const app = await buildApp(deps, undefined, 'health');
  const answer = await app.inject({ url: '/metrics', headers: bearer(TOKEN) });
  await app.close();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return { text: answer.body, samples: parse(answer.body) };
}

const at = async (series: string) => (await scrape()).samples.get(series);
const checkWhenDue = async (log: { error(details: object): void }) => {
  for (const scope of ['books', 'all'] as const) await watchLedger(world.db, world.url, log, scope);
};

describe('who may read it', () => {
  test('nobody where no token is set, and else only who has it', async () => {
    for (const what of ['all', 'health'] as const) {
      const closed = await buildApp(world.deps, undefined, what);
      expect((await closed.inject({ url: '/metrics', headers: bearer('') })).statusCode).toBe(404);
      await closed.close();
      const app = await buildApp(withToken(), undefined, what);
      const status = async (headers: object) =>
        (await app.inject({ url: '/metrics', headers: { ...headers } })).statusCode;
      const admin = { authorization: `Token ${world.tokens.admin}` };
      expect([await status({}), await status(bearer(`${TOKEN}x`)), await status(admin)]).toEqual([
        401, 401, 401,
      ]);
      expect(await status(bearer(TOKEN))).toBe(200);
      if (what === 'all') {
        const { paths } = (await app.inject('/v1/openapi.json')).json();
        expect(Object.keys(paths)).not.toContain('/metrics');
      }
      await app.close();
    }
  });
});

describe('what it says', () => {
  test('messages by link and outcome, receipts and how long they took, and links', async () => {
    const before = (await scrape()).samples;
    const magic = ['9801230001', '9801230002', '9801230004'];
    const uuid = await world.send([...ncell(7), ...magic]);
    await world.until(
      uuid,
      ({ delivered, undelivered, expired, rejected }) =>
        [delivered, undelivered, expired, rejected].join() === '7,1,1,1',
    );
    const { samples } = await scrape();
    const grown = (series: string) => (samples.get(series) ?? 0) - (before.get(series) ?? 0);
    const of = (name: string, labels = '') => `bulk_sms_${name}{link="${LINK}"${labels}}`;
    expect({
      submitted: grown(of('submits_total', ',outcome="submitted"')),
      rejected: grown(of('submits_total', ',outcome="rejected"')),
      error: grown(of('submit_errors_total', ',error="ESME_RINVDSTADR"')),
      parts: grown(of('submitted_parts_total')),
      times: grown(of('submit_duration_seconds_count')),
      delivered: grown(of('receipts_total', ',status="delivered"')),
      undelivered: grown(of('receipts_total', ',status="undelivered"')),
      expired: grown(of('receipts_total', ',status="expired"')),
      lags: grown(of('receipt_lag_seconds_count')),
      outcomes: grown('bulk_sms_batch_items_total{kind="outcomes"}'),
      receipts: grown('bulk_sms_batch_items_total{kind="receipts"}'),
    }).toEqual({
      ...{ submitted: 9, rejected: 1, error: 1, parts: 9, times: 10, delivered: 7, undelivered: 1 },
      ...{ expired: 1, lags: 9, outcomes: 10, receipts: 9 },
    });
    expect(samples.get(of('worker_link_bound'))).toBe(1);
    expect(samples.get(of('link_up'))).toBe(1);
    expect(samples.get(of('link_active'))).toBe(1);
    expect(samples.get(of('parts_in_flight'))).toBe(0);
    expect(samples.get(of('link_window_parts'))).toBe(40);
  });

  test('what a link has not had yet as 0, so that its first is seen to come', async () => {
    const { samples } = await scrape();
    const outcomes = ['submitted', 'rejected', 'temporary', 'throttled', 'unknown'];
    const series = outcomes.map((outcome) => `bulk_sms_submits_total{link="${LINK}",outcome="${outcome}"}`);
    expect(series.filter((one) => !samples.has(one))).toEqual([]);
  });

  test('what waits: the queue by operator, campaigns, imports, workers', async () => {
    await world.act(LINK, 'pause');
    const uuid = await world.send(ncell(5, 100));
    await world.until(uuid, ({ status }) => status === 'sending');
    await expect.poll(() => at('bulk_sms_queued_operator_messages{operator="ncell"}')).toBe(5);
    const { samples } = await scrape();
    expect(samples.get('bulk_sms_queued_messages')).toBe(5);
    expect(samples.get('bulk_sms_oldest_queued_seconds{operator="ncell"}')).toBeGreaterThan(0);
    expect(samples.get('bulk_sms_campaigns{status="sending"}')).toBe(1);
    expect(samples.get('bulk_sms_campaigns{status="paused"}')).toBe(0);
    expect(samples.get('bulk_sms_messages_in_hand')).toBe(0);
    expect(samples.get('bulk_sms_imports{status="running"}')).toBe(0);
    expect(samples.get(`bulk_sms_link_active{link="${LINK}"}`)).toBe(0);
    expect(samples.get('bulk_sms_workers')).toBe(1);
    expect(samples.get('bulk_sms_database_up')).toBe(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    await world.act(LINK, 'resume');
    await world.until(uuid, ({ delivered }) => delivered === 5);
  });

  test('the ledger is checked though a clock that was ahead has left a time that has yet to come', async () => {
    const log = { error: () => {} };
    await checkWhenDue(log);
    await sql`UPDATE ledger_check SET checked_at = now() + interval '2 days'`.execute(world.db);
    await checkWhenDue(log);
    for (const scope of ['all', 'books']) {
      const checked = await at(`bulk_sms_ledger_checked_timestamp_seconds{scope="${scope}"}`);
      expect(checked).toBeLessThanOrEqual(Date.now() / 1000 + 1);
    }
  });

  test('what the ledger’s checks found, and that in the log by name', async () => {
    const errors: object[] = [];
    const log = { error: (details: object) => void errors.push(details) };
    await checkWhenDue(log);
    expect(errors).toEqual([]);
    expect(await at('bulk_sms_ledger_violations{scope="books"}')).toBe(0);
    await sql`UPDATE account SET balance = balance + 1 WHERE uuid = ${world.accounts.other}`.execute(
      world.db,
    );
    await checkWhenDue(log);
    expect(errors, 'not before an hour is over').toEqual([]);
    await sql`UPDATE ledger_check SET checked_at = checked_at - interval '61 minutes'`.execute(world.db);
    await checkWhenDue(log);
    expect(errors).toEqual([
      expect.objectContaining({ scope: 'books', check: 'balance', account: world.accounts.other }),
      expect.objectContaining({ scope: 'books', check: 'newest-entry', account: world.accounts.other }),
    ]);
    expect(await at('bulk_sms_ledger_violations{scope="books"}')).toBe(2);
    expect(await at('bulk_sms_ledger_violations{scope="all"}')).toBe(0);
    expect(await at('bulk_sms_ledger_checked_timestamp_seconds{scope="books"}')).toBeGreaterThan(1.7e9);
    await sql`UPDATE account SET balance = balance - 1 WHERE uuid = ${world.accounts.other}`.execute(
      world.db,
    );
  });

  test('of a database that does not answer only that', async () => {
    const gone = openDatabase('postgresql://nobody@127.0.0.1:1/none', 2, () => {});
    const { samples } = await scrape({ ...withToken(), db: gone.db });
    expect(samples.get('bulk_sms_database_up')).toBe(0);
    const shown = [...samples.keys()].filter((series) => /queued|workers|ledger|unknown_m/.test(series));
    expect(shown).toEqual([]);
    await gone.close();
    expect(await at('bulk_sms_workers')).toBe(1);
  });
});

describe('labels', () => {
  test('are routes, not addresses: nothing of a person or an account is in it', async () => {
    const before = (await scrape()).samples;
    const app = await buildApp(withToken());
    const as = { authorization: `Token ${world.tokens.customer}` };
    const { customer } = world.accounts;
    const phone = '9801239876';
    for (const url of [
      `/v1/core/contacts/?search=${phone}`,
      `/v1/core/contacts/${customer}/`,
      `/nothing/${phone}/${customer}`,
    ]) {
      await app.inject({ url, headers: as });
    }
    const body = { email: 'someone@example.test', password: 'wrong password' };
    await app.inject({ method: 'POST', url: '/v1/login/', body });
    await app.inject({ method: 'PROPFIND' as 'GET', url: '/' });
    await app.close();
    const { text, samples } = await scrape();
    const grown = (series: string) => (samples.get(series) ?? 0) - (before.get(series) ?? 0);
    const route = (method: string, path: string, status: string) =>
      `bulk_sms_http_request_duration_seconds_count{method="${method}",route="${path}",status="${status}"}`;
    expect(grown(route('GET', '/v1/core/contacts/', '2xx'))).toBe(1);
    expect(grown(route('GET', '/v1/core/contacts/:uuid/', '4xx'))).toBe(1);
    expect(grown(route('GET', 'none', '4xx'))).toBe(1);
    expect(grown(route('other', 'none', '4xx'))).toBe(1);
    expect(grown('bulk_sms_sign_ins_total{door="customer",outcome="wrong_credentials"}')).toBe(1);
    const labels = [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value);
    expect(labels.filter((value) => /@|\d{7}|[0-9a-f]{8}-[0-9a-f]{4}/.test(value ?? ''))).toEqual([]);
    for (const word of [phone, customer, 'example.test', 'demo.test', '9801230']) {
      expect(text).not.toContain(word);
    }
  });

  test('of errors are few, whatever an operator says', () => {
    expect(
      [
        'ESME_RTHROTTLED',
        '0x00000401',
        '0x0000abcd',
        'ESME_RSUBMITFAIL after 1 of 3 parts were accepted',
        'no answer within 60000 ms',
        'read ECONNRESET',
        'bind refused: ESME_RINVPASWD',
      ].map(errorKind),
    ).toEqual([
      'ESME_RTHROTTLED',
      'operator_code',
      'operator_code',
      'partly_accepted',
      'no_answer',
      'connection',
      'connection',
    ]);
  });
});
