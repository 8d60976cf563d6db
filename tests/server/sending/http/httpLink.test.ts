import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpSettings } from '#schema/httpLink.ts';
import { createHttpLink, type HttpLinkOptions } from '../../../../server/services/sending/http/link.ts';
import type { Link, LinkState } from '../../../../server/services/sending/link/link.ts';
import { settingsFor } from '../../../support/httpOperator.ts';
import { type RunningSimulator, startSimulator } from '../../../support/simulator.ts';
import { soon } from '../../../support/soon.ts';

let operator: RunningSimulator;
let links: Link[] = [];

beforeAll(async () => {
  operator = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 20 });
});
beforeEach(async () => {
  await operator.reset();
  await operator.settings({ answers: 'proper', latency: 0, throttle: 0 });
});
afterEach(async () => {
  await Promise.all(links.map((link) => link.close()));
  links = [];
});
afterAll(() => operator.kill());

const timing = { reconnectMin: 20, reconnectMax: 100, throttle: 50, giveBack: 500, close: 500 };
async function open(change: Partial<HttpSettings> = {}, more: Partial<HttpLinkOptions> = {}): Promise<Link> {
  const link = createHttpLink({
    ...{ name: 'http', channel: 'sms' as const, secret: 'demo', callback: '', allowPrivate: true, timing },
    settings: settingsFor(operator.url, change),
    onReceipt: () => undefined,
    ...more,
  });
  links.push(link);
  link.setLimits({ window: 10, rate: 0 });
  return link;
}
let given = 0;
const phone = (): string => `+97798${41_300_500 + given++}`;
const sms = (to = phone(), text = 'Namaste', id = 'our-id') => ({ from: 'DEMO', to, text, id });

test('a message arrives as it was written, with our id, and is accepted with the operator’s', async () => {
  const link = await open();
  await link.ready();
  const to = phone();
  const text = 'Rs. 5 & "more"\n{{to}} नमस्ते \\ 😀';
  const outcome = await link.submit(sms(to, text));
  const [message] = await operator.messages(to);
  expect(message).toMatchObject({ from: 'DEMO', to, text });
  expect(outcome).toEqual({ kind: 'submitted', ids: message?.ids });
});

test('the same as a form or in the address, to a number without the country', async () => {
  const form = 'token={{secret}}&from={{sender}}&to={{to}}&text={{text}}';
  const ways: Partial<HttpSettings>[] = [
    { http_body: form, http_body_type: 'form', http_headers: '', http_phones: 'national' },
    {
      http_method: 'GET',
      http_url: `${operator.url}/sms/?${form}`,
      http_headers: '',
      http_phones: 'national',
    },
  ];
  for (const way of ways) {
    const link = await open(way);
    await link.ready();
    const to = phone();
    const text = '100% & more=+ नमस्ते';
    expect((await link.submit(sms(to, text))).kind).toBe('submitted');
    expect(await operator.messages(to.slice(4))).toMatchObject([{ text }]);
  }
});

describe('an answer', () => {
  test('that refuses the number is final, and one that asks for patience is not', async () => {
    const link = await open();
    await link.ready();
    expect(await link.submit(sms('+9779841230002'))).toEqual({ kind: 'rejected', error: 'BAD_NUMBER' });
    await operator.settings({ throttle: 1 });
    expect(await link.submit(sms())).toEqual({ kind: 'temporary', error: 'TOO_FAST', throttled: true });
    expect(link.throttledSince).not.toBeNull();
    await operator.settings({ throttle: 0 });
    expect((await link.submit(sms())).kind).toBe('submitted');
    expect(link.throttledSince).toBeNull();
  });

  test('to a wrong secret leaves the messages to other links', async () => {
    const link = await open({}, { secret: 'wrong' });
    await link.ready();
    expect(await link.submit(sms())).toEqual({ kind: 'temporary', error: 'BAD_TOKEN', throttled: true });
  });

  test.each(['error', 'html', 'garbage', 'cut', 'silent'] as const)(
    'that says nothing (%s) leaves the message unknown, and nothing is sent again',
    async (answers) => {
      await operator.settings({ answers });
      const link = await open({ http_timeout: 1 });
      await link.ready();
      const to = phone();
      expect((await link.submit(sms(to))).kind).toBe('unknown');
      expect(await operator.messages(to)).toHaveLength(1);
    },
  );

  test('without an id keeps ours', async () => {
    await operator.settings({ answers: 'nameless' });
    const link = await open();
    await link.ready();
    expect(await link.submit(sms())).toEqual({ kind: 'submitted', ids: ['our-id'] });
  });
});

test('no more requests at once than the window, and no more than the rate', async () => {
  await operator.settings({ latency: 30 });
  const link = await open();
  link.setLimits({ window: 3, rate: 0 });
  await link.ready();
  await Promise.all(Array.from({ length: 12 }, () => link.submit(sms())));
  expect((await operator.stats()).mostUnanswered).toBe(3);
  link.setLimits({ window: 10, rate: 20 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => link.submit(sms())));
  expect(performance.now() - started).toBeGreaterThan(200);
});

test('what is not started comes back when it is recalled', async () => {
  await operator.settings({ latency: 200 });
  const link = await open();
  link.setLimits({ window: 1, rate: 0 });
  await link.ready();
  const first = link.submit({ ...sms(), group: 'a' });
  const second = link.submit({ ...sms(), group: 'a' });
  link.recall('the campaign was paused', 'a');
  expect(await second).toMatchObject({ kind: 'temporary', unsent: true });
  expect((await first).kind).toBe('submitted');
});

test('an operator that cannot be reached gets nothing, and the link is down until it can', async () => {
  const states: [LinkState, string | undefined][] = [];
  const spare = await startSimulator({ protocol: 'http', undelivered: 0 });
  const link = await open(settingsFor(spare.url), { onState: (state, why) => states.push([state, why]) });
  await link.ready();
  await spare.kill('SIGKILL');
  expect(await link.submit(sms())).toMatchObject({ kind: 'temporary', unsent: true });
  await soon(() => expect(link.state).toBe('down'));
  expect(states.at(-1)?.[1]).toMatch(/ECONNREFUSED/);
  expect(await link.submit(sms())).toMatchObject({ kind: 'temporary', unsent: true });
  await spare.restart();
  await soon(() => expect(link.state).toBe('bound'));
  expect((await link.submit(sms())).kind).toBe('submitted');
  await spare.kill();
});

test('an operator that gives five unclear answers in a row is tried with one message at a time', async () => {
  await operator.settings({ answers: 'error', latency: 20 });
  const link = await open();
  link.setLimits({ window: 5, rate: 0 });
  await link.ready();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => link.submit(sms())));
  expect(outcomes.map(({ kind }) => kind)).toEqual([
    ...Array(5).fill('unknown'),
    ...Array(3).fill('temporary'),
  ]);
  await soon(() => expect(link.state).toBe('bound'));
  expect(link.throttledSince).not.toBeNull();
  await operator.settings({ answers: 'proper' });
  expect((await link.submit(sms())).kind).toBe('submitted');
  expect(link.throttledSince).toBeNull();
  expect((await operator.stats()).duplicates).toBe(0);
});

test('private addresses are refused unless they are allowed', async () => {
  const reasons: (string | undefined)[] = [];
  const link = await open({}, { allowPrivate: false, onState: (_, why) => reasons.push(why) });
  await soon(() => expect(link.state).toBe('down'));
  expect(reasons).toContain('127.0.0.1');
  const named = settingsFor(operator.url.replace('127.0.0.1', 'localhost'));
  const other = await open(named, { allowPrivate: false });
  await soon(() => expect(other.state).toBe('down'));
  expect((await operator.stats()).pdus).toBe(0);
});

test('what no journal can tell of does not leave', async () => {
  const link = await open(
    {},
    {
      onWrite() {
        throw new Error('the disk is gone');
      },
    },
  );
  await link.ready();
  expect(await link.submit(sms())).toMatchObject({ kind: 'temporary', error: 'the disk is gone' });
  expect((await operator.stats()).pdus).toBe(0);
});

test('closing waits for answers, and what has none is unknown', async () => {
  await operator.settings({ latency: 100 });
  const link = await open();
  await link.ready();
  const answered = link.submit(sms());
  await link.close();
  expect((await answered).kind).toBe('submitted');
  await operator.settings({ answers: 'silent', latency: 0 });
  const other = await open();
  await other.ready();
  const lost = other.submit(sms());
  await other.close();
  expect(await lost).toEqual({ kind: 'unknown', error: 'the link was closed' });
});
