import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Link, LinkState, Receipt } from '../../../../server/services/sending/link/link.ts';
import { createLink, type LinkOptions } from '../../../../server/services/sending/smpp/link.ts';
import type { RunningSimulator } from '../../../support/simulator.ts';
import { startSimulator } from '../../../support/simulator.ts';
import { soon } from '../../../support/soon.ts';

const NEPALI =
  'नमस्ते सीता ज्यू, तपाईंको खाता नं. १२३४ मा रु. १,२३,४५६.५० जम्मा भएको छ। थप जानकारीका लागि नजिकको शाखामा सम्पर्क ' +
  'गर्नुहोस्। कृपया आफ्नो पासवर्ड कसैलाई नदिनुहोस्। 😀 धन्यवाद, क्षत्रिय सहकारी संस्था, काठमाडौं र्‍याक।';

let simulator: RunningSimulator;
let receipts: Receipt[];
const links: Link[] = [];

function linkTo(url: string, options: Partial<LinkOptions> = {}): Link {
  const link = createLink({
    name: 'test',
    url,
    onReceipt: (receipt) => void receipts.push(receipt),
    ...options,
    timing: { reconnectMin: 20, reconnectMax: 100, throttle: 20, ...options.timing },
  });
  links.push(link);
  return link;
}

async function boundTo(url: string, options?: Partial<LinkOptions>): Promise<Link> {
  const link = linkTo(url, options);
  await link.ready();
  return link;
}

/** Numbers without a result of their own (those end in 0001 to 0004). */
const phone = (number: number): string => `+97798${10_005_000 + number}`;
const sms = (to: string, text = 'Hello') => ({ from: 'DEMO', to, text });

beforeEach(async () => {
  receipts = [];
  simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0, 'late-by': 60_000 });
});
afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.close()));
  await simulator.kill('SIGKILL');
});

describe('messages', () => {
  test('a short one arrives, and its receipt names it', async () => {
    const link = await boundTo(simulator.url);
    const outcome = await link.submit(sms('+9779841234567', 'Rs. 50 {ok} €5 @ 10~12'));
    expect(outcome).toEqual({ kind: 'submitted', ids: [expect.stringMatching(/^[0-9a-f]{8}$/)] });
    const [message] = await simulator.messages('+9779841234567');
    expect(message).toMatchObject({ from: 'DEMO', text: 'Rs. 50 {ok} €5 @ 10~12', parts: 1, total: 1 });
    await expect.poll(() => receipts).toHaveLength(1);
    const [operatorId] = message!.ids;
    expect(receipts[0]).toMatchObject({
      operatorId,
      status: 'delivered',
      error: null,
      source: '+9779841234567',
    });
    await expect
      .poll(async () => (await simulator.stats()).receipts)
      .toEqual({ sent: 1, acked: 1, pending: 0 });
  });

  test('a long Nepali one is whole again at the operator', async () => {
    const link = await boundTo(simulator.url);
    const outcome = await link.submit(sms('+9779841234567', NEPALI));
    const messages = await simulator.messages('+9779841234567');
    expect(messages).toHaveLength(1);
    expect(messages[0]!.text).toBe(NEPALI);
    expect(messages[0]).toMatchObject({ parts: 4, total: 4 });
    expect(outcome).toEqual({ kind: 'submitted', ids: messages[0]!.ids });
    await expect.poll(() => receipts).toHaveLength(4);
    expect(await simulator.stats()).toMatchObject({ pdus: 4, messages: 1, duplicates: 0, incomplete: 0 });
  });

  test('the result of a number follows from its last digits', async () => {
    const link = await boundTo(simulator.url);
    const outcomes = await Promise.all(
      ['0001', '0002', '0003', '0004'].map((digits) => link.submit(sms(`+977984123${digits}`))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['submitted', 'rejected', 'submitted', 'submitted']);
    expect(outcomes[1]).toEqual({ kind: 'rejected', error: 'ESME_RINVDSTADR' });
    await expect.poll(() => receipts).toHaveLength(2);
    const statuses = Object.fromEntries(
      receipts.map(({ source, status, error }) => [source, { status, error }]),
    );
    expect(statuses).toEqual({
      '+9779841230001': { status: 'undelivered', error: '001' },
      '+9779841230004': { status: 'expired', error: '027' },
    });
    expect((await simulator.stats()).receipts.pending).toBe(1);
  });

  test('the same text twice to one number counts as a duplicate', async () => {
    const link = await boundTo(simulator.url);
    for (const text of ['one', NEPALI, 'one', NEPALI, 'two']) await link.submit(sms(phone(1), text));
    expect(await simulator.stats()).toMatchObject({ messages: 5, duplicates: 2 });
  });

  test('what no operator could take is refused before it is written', async () => {
    const link = await boundTo(simulator.url);
    expect(await link.submit({ from: 'DEMO', to: '9841234567', text: 'x' })).toEqual({
      kind: 'rejected',
      error: 'ESME_RINVDSTADR',
    });
    expect(await link.submit({ from: 'नाम', to: phone(1), text: 'x' })).toEqual({
      kind: 'rejected',
      error: 'ESME_RINVSRCADR',
    });
    expect(await link.submit(sms(phone(1), 'x'.repeat(40_000)))).toEqual({
      kind: 'rejected',
      error: 'ESME_RINVMSGLEN',
    });
    expect(await simulator.stats()).toMatchObject({ pdus: 0, refused: 0 });
  });
});

describe('pace', () => {
  test('the window holds for parts, and is used whole', async () => {
    await simulator.settings({ latency: 20 });
    const link = await boundTo(`${simulator.url}?window=7`);
    const sent = Array.from({ length: 40 }, (_, i) => link.submit(sms(phone(i), i % 4 ? 'short' : NEPALI)));
    expect(link.inFlight).toBe(7);
    expect((await Promise.all(sent)).every(({ kind }) => kind === 'submitted')).toBe(true);
    expect(await simulator.stats()).toMatchObject({
      messages: 40,
      pdus: 70,
      incomplete: 0,
      mostUnanswered: 7,
    });
    expect(link.inFlight).toBe(0);
  });

  test('no more parts a second than the rate allows', async () => {
    const link = await boundTo(`${simulator.url}?rate=200`);
    await Promise.all(Array.from({ length: 60 }, (_, i) => link.submit(sms(phone(i)))));
    const { firstAt, lastAt, messages } = await simulator.stats();
    expect(messages).toBe(60);
    // 60 parts take 59 steps of 5 ms, of which the burst allowance is 10; the rest is the clocks' grain.
    expect(lastAt! - firstAt!).toBeGreaterThan(225);
  });

  test('parts that the operator throttles are written again, whole messages are given back', async () => {
    await simulator.settings({ throttle: 0.34 });
    const link = await boundTo(`${simulator.url}?window=10`);
    // The first two submits pass and the third does not, so each of these has a part accepted.
    const outcome = await link.submit(sms(phone(1), NEPALI));
    expect(outcome.kind).toBe('submitted');
    expect((await simulator.messages(phone(1)))[0]!.text).toBe(NEPALI);
    await simulator.settings({ throttle: 1 });
    expect(await link.submit(sms(phone(2)))).toEqual({
      kind: 'temporary',
      error: 'ESME_RTHROTTLED',
      throttled: true,
    });
    expect(await simulator.stats()).toMatchObject({ messages: 1, duplicates: 0 });
  });
});

describe('when the link breaks', () => {
  test('what was written is unknown, what was not is temporary, and the receipts come after the restart', async () => {
    await simulator.settings({ latency: 600_000 });
    const states: [LinkState, string?][] = [];
    const link = await boundTo(`${simulator.url}?window=5`, {
      onState: (...state) => void states.push(state),
    });
    const sent = Array.from({ length: 20 }, (_, i) => link.submit(sms(phone(i))));
    await expect.poll(async () => (await simulator.stats()).pdus).toBe(5);
    await simulator.kill('SIGKILL');
    const kinds = (await Promise.all(sent)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(5).fill('unknown'), ...Array(15).fill('temporary')]);
    expect(await link.submit(sms(phone(99)))).toMatchObject({ kind: 'temporary', throttled: false });

    await simulator.restart();
    await link.ready();
    await expect.poll(() => receipts.map(({ source }) => source).sort()).toEqual([0, 1, 2, 3, 4].map(phone));
    expect(await simulator.stats()).toMatchObject({
      pdus: 5,
      messages: 5,
      receipts: { acked: 5, pending: 0 },
    });
    expect(states.map(([state]) => state)).toEqual(
      expect.arrayContaining(['connecting', 'bound', 'down', 'connecting', 'bound']),
    );
    expect((await link.submit(sms(phone(100)))).kind).toBe('submitted');
  });

  test('a message of several parts that is half written is unknown', async () => {
    await simulator.settings({ latency: 600_000 });
    const link = await boundTo(`${simulator.url}?window=2`);
    const sent = [link.submit(sms(phone(1), NEPALI)), link.submit(sms(phone(2), NEPALI))];
    await expect.poll(async () => (await simulator.stats()).pdus).toBe(2);
    await simulator.kill('SIGKILL');
    expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(['unknown', 'temporary']);
  });

  test('receipts that nobody acknowledged outlive the operator', async () => {
    await simulator.settings({ receipts: false });
    const link = await boundTo(simulator.url);
    const outcomes = await Promise.all([1, 2, 3].map((i) => link.submit(sms(phone(i)))));
    const before = await simulator.stats();
    expect(before.receipts).toEqual({ sent: 0, acked: 0, pending: 3 });
    await simulator.restart();
    await expect.poll(() => receipts).toHaveLength(3);
    const ids = outcomes.flatMap((outcome) => (outcome.kind === 'submitted' ? outcome.ids : []));
    expect(receipts.map(({ operatorId }) => operatorId).sort()).toEqual(ids.sort());
    expect(await simulator.stats()).toMatchObject({ pdus: 3, messages: 3, firstAt: before.firstAt });
  });

  test('a receipt that could not be recorded comes again', async () => {
    const onReceipt = vi.fn(async (receipt: Receipt) => {
      if (onReceipt.mock.calls.length === 1) throw new Error('the database is away');
      receipts.push(receipt);
    });
    const link = await boundTo(simulator.url, { onReceipt });
    await link.submit(sms(phone(1)));
    await expect.poll(() => receipts, { timeout: 5_000 }).toHaveLength(1);
    await expect
      .poll(async () => (await simulator.stats()).receipts)
      .toEqual({ sent: 2, acked: 1, pending: 0 });
  });

  test('a refused bind is told, and the process lives on', async () => {
    const reasons: (string | undefined)[] = [];
    const url = simulator.url.replace('demo:demo', 'demo:wrong');
    const link = linkTo(url, { onState: (_, why) => void reasons.push(why) });
    await soon(() => expect(reasons).toContain('bind refused: ESME_RINVPASWD'));
    expect((await link.submit(sms(phone(1)))).kind).toBe('temporary');
    const ready = expect(link.ready()).rejects.toThrow('closed');
    await link.close();
    await ready;
  });

  test('nobody listens: down, then bound when the operator comes', async () => {
    await simulator.kill();
    const states: (string | undefined)[] = [];
    const link = linkTo(simulator.url, { onState: (_, why) => void states.push(why) });
    await soon(() => expect(states.some((why) => why?.includes('ECONNREFUSED'))).toBe(true));
    await simulator.restart();
    await link.ready();
    expect(link.state).toBe('bound');
  });
});

test('close waits for the answers that are due, begins nothing more, and unbinds', async () => {
  await simulator.settings({ latency: 100 });
  const link = await boundTo(`${simulator.url}?window=2`);
  const sent = [1, 2, 3].map((i) => link.submit(sms(phone(i))));
  await link.close();
  expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(['submitted', 'submitted', 'temporary']);
  expect(link.state).toBe('closed');
  await expect(link.ready()).rejects.toThrow('closed');
  expect((await link.submit(sms(phone(4)))).kind).toBe('temporary');
  await expect.poll(async () => (await simulator.stats()).sessions).toBe(0);
});
