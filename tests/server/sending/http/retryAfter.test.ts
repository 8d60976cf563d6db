import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HttpSettings } from '#schema/httpLink.ts';
import { createHttpLink } from '../../../../server/services/sending/http/link.ts';
import { restOf } from '../../../../server/services/sending/http/retryAfter.ts';
import type { Link } from '../../../../server/services/sending/link/link.ts';
import { settingsFor } from '../../../support/httpOperator.ts';
import { answerOf, startScriptedHttp } from '../../../support/scriptedHttp.ts';
import { soon } from '../../../support/soon.ts';

describe('how long an operator is left alone', () => {
  const now = new Date('2026-11-27T10:00:00Z');
  const rest = (text: string | undefined, status = 429, date?: string) =>
    restOf({ status, headers: { 'retry-after': text, date } }, now);

  test.each<[string, number]>([
    ['1', 1000],
    [' 30 ', 30_000],
    ['300', 300_000],
    ['Fri, 27 Nov 2026 10:01:30 GMT', 90_000],
    ['Friday, 27-Nov-26 10:01:30 GMT', 90_000],
  ])('as it asks: %j', (text, expected) => {
    expect([rest(text), rest(text, 503)]).toEqual([expected, expected]);
  });

  test('five minutes at most', () => {
    const far = ['301', '86400', '9'.repeat(400), 'Sat, 27 Nov 2027 10:00:00 GMT'];
    expect(far.map((text) => rest(text))).toEqual(far.map(() => 300_000));
  });

  test('until the date on the operator’s own clock', () => {
    const at = 'Fri, 27 Nov 2026 10:31:00 GMT';
    expect(rest(at, 429, 'Fri, 27 Nov 2026 10:30:00 GMT')).toBe(60_000);
    expect(rest(at, 429, 'yesterday')).toBe(300_000);
  });

  test.each([
    ...['0', '-1', '-86400', '1.5', '+5', '1e3', '0x10', '5s', '5 minutes', '५', 'soon', '', '10, 20'],
    ...[
      'Fri, 27 Nov 2026 09:00:00 GMT',
      'Fri, 32 Foo 2026 99:00:00 GMT',
      '2026-11-27T10:05:00Z',
      '12/31/2099',
    ],
  ])('as without it: %j', (text) => {
    expect(rest(text)).toBe(0);
  });

  test('only by answers that say that there were too many or that it is out of order', () => {
    const answers = [200, 400, 401, 404, 500, 502, 504];
    expect(answers.map((status) => rest('60', status))).toEqual(answers.map(() => 0));
    expect(rest(undefined)).toBe(0);
  });
});

describe('an operator that asks to be left alone', () => {
  let operator: Awaited<ReturnType<typeof startScriptedHttp>>;
  let link: Link;
  beforeAll(async () => {
    operator = await startScriptedHttp();
  });
  afterEach(() => link.close());
  afterAll(() => operator?.close());

  async function open(timing: object, change: Partial<HttpSettings> = {}, window = 1): Promise<void> {
    const settings = settingsFor(operator.url, { http_url: operator.url, ...change });
    link = createHttpLink({
      ...{
        name: 'http',
        channel: 'sms' as const,
        secret: 'demo',
        callback: '',
        allowPrivate: true,
        settings,
      },
      ...{ timing: { throttle: 20, giveBack: 5000, close: 500, ...timing }, onReceipt: () => undefined },
    });
    link.setLimits({ window, rate: 0 });
    await link.ready();
  }
  const sms = (urgent = false) =>
    link.submit({ from: 'DEMO', to: '+9779841300500', text: 'Namaste', id: 'our-id', urgent });
  const asks = (status: number, text: string) =>
    operator.answerWith((socket) => socket.write(answerOf('', { 'retry-after': text }, status)));
  const accepts = () =>
    operator.answerWith((socket) => socket.write(answerOf('{"status":"ok","id":"theirs"}')));
  const SLOWER = {
    ...{ kind: 'temporary', error: 'the operator asks for a slower pace', throttled: false, unsent: true },
  };

  test('gets nothing for that time, and then the message that waited', async () => {
    await open({});
    asks(429, '1');
    const asked = performance.now();
    expect(await sms()).toEqual({ kind: 'temporary', error: 'HTTP 429', throttled: true });
    accepts();
    expect(link).toMatchObject({ isLeftAlone: false, throttledSince: expect.any(Date) });
    expect((await sms()).kind).toBe('submitted');
    expect(performance.now() - asked).toBeGreaterThanOrEqual(1000);
    expect(link.throttledSince).toBeNull();
  });

  test('for longer than messages wait gives them back and takes none, urgent ones neither', async () => {
    await open({ giveBack: 200 });
    asks(429, '1');
    const before = operator.requests();
    const [refused, ...waiting] = await Promise.all([sms(), sms(), sms(true)]);
    expect(refused).toMatchObject({ kind: 'temporary', throttled: true });
    expect(waiting).toEqual([SLOWER, SLOWER]);
    expect(link.isLeftAlone).toBe(true);
    expect(await sms(true)).toEqual(SLOWER);
    expect(operator.requests() - before).toBe(1);
    accepts();
    await soon(() => expect(link.isLeftAlone).toBe(false));
    expect((await sms()).kind).toBe('submitted');
  });

  test('with 503 may have the message, so it is unknown, and nothing follows it', async () => {
    await open({ giveBack: 200 });
    asks(503, '60');
    const before = operator.requests();
    expect(await Promise.all([sms(), sms()])).toEqual([
      { kind: 'unknown', error: 'no clear answer, HTTP 503' },
      SLOWER,
    ]);
    expect(link).toMatchObject({ state: 'bound', isLeftAlone: true, throttledSince: expect.any(Date) });
    expect(operator.requests() - before).toBe(1);
  });

  test('in one of several answers is heard, whatever the others say', async () => {
    await open({ giveBack: 200 }, {}, 3);
    const answers = ['-5', '60', '1'];
    operator.answerWith((socket) =>
      socket.write(answerOf('', { 'retry-after': answers.shift() ?? '' }, 429)),
    );
    await Promise.all([sms(), sms(), sms()]);
    expect(answers).toEqual([]);
    expect(link.isLeftAlone).toBe(true);
  });

  test('in a way that makes no sense is paused as without it', async () => {
    await open({});
    asks(429, 'tomorrow');
    await sms();
    accepts();
    const asked = performance.now();
    expect((await sms()).kind).toBe('submitted');
    expect(performance.now() - asked).toBeLessThan(5000);
  });

  test('for results is asked for none, and still gets messages', async () => {
    await open({}, { http_receipts: 'poll', http_poll_url: `${operator.url}{{message_id}}/` });
    const message = { operatorId: 'theirs', phone: '+9779841300500' };
    asks(429, '1');
    expect(link.mayPoll?.()).toBe(true);
    expect(await link.poll?.(message)).toBeNull();
    expect(link.mayPoll?.()).toBe(false);
    accepts();
    expect((await sms()).kind).toBe('submitted');
    await soon(() => expect(link.mayPoll?.()).toBe(true));
  });

  test('by no answer about results is asked for the next later each time', async () => {
    await open(
      { reconnectMin: 300, reconnectMax: 60_000 },
      { http_receipts: 'poll', http_poll_url: `${operator.url}{{message_id}}/` },
    );
    const message = { operatorId: 'theirs', phone: '+9779841300501' };
    const ask = () => Promise.allSettled([link.poll?.(message), link.poll?.(message)]);
    let rest = 0;
    operator.answerWith((socket) => socket.destroy());
    for (let time = 0; time < 3; time++) {
      const since = performance.now();
      await ask();
      expect(link.mayPoll?.()).toBe(false);
      await soon(() => expect(link.mayPoll?.()).toBe(true));
      rest = performance.now() - since;
    }
    // At least half of four times the first.
    expect(rest).toBeGreaterThanOrEqual(600);
    operator.answerWith((socket) => socket.write(answerOf('{}')));
    await ask();
    expect(link.mayPoll?.()).toBe(true);
  });

  test('with messages is asked for no results either', async () => {
    await open({ giveBack: 200 }, { http_receipts: 'poll', http_poll_url: `${operator.url}{{message_id}}/` });
    asks(429, '60');
    await sms();
    expect(link.mayPoll?.()).toBe(false);
  });
});
