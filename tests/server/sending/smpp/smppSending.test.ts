import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { audit } from '../../../support/audit.ts';
import {
  inputOf,
  LINKS,
  type LinkWorld,
  ncell,
  ntc,
  patience,
  startLinkWorld,
} from '../../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../../support/simulator.ts';

let world: LinkWorld;
let main: RunningSimulator;
let spare: RunningSimulator;
const calm = { undelivered: 0, 'receipt-after': 20 };
/** 4 parts. */
const NEPALI = 'तपाईंको खाता नं. १२३४ मा रु. १,२३,४५६.५० जम्मा भएको छ। '.repeat(4);

beforeAll(async () => {
  [main, spare] = await Promise.all([startSimulator(calm), startSimulator(calm)]);
  world = await startLinkWorld([]);
});
beforeEach(async () => {
  await Promise.all([main, spare].map((operator) => operator.reset()));
  await Promise.all([main, spare].map((operator) => operator.settings({ latency: 0, throttle: 0 })));
  await world.startOver([{ name: 'main', url: `${main.url}?long=payload` }]);
  await world.becomes('main', 'bound');
});
afterAll(async () => {
  await world?.close();
  await Promise.all([main?.kill(), spare?.kill()]);
});

test('a long message sent whole costs its parts, and one receipt delivers it', async () => {
  const uuid = await world.send(ntc(5), { body: NEPALI });
  const { parts, captured } = await world.until(uuid, (c) => c.delivered === 5);
  expect(await main.stats()).toMatchObject({ pdus: 5, messages: 5, incomplete: 0, receipts: { acked: 5 } });
  expect((await main.messages(`+977${ntc(1)[0]}`)).map(({ text }) => text)).toEqual([NEPALI]);
  await world.restart([{ name: 'main', url: `${main.url}?long=sar` }]);
  await world.becomes('main', 'bound');
  const other = await world.until(await world.send(ntc(5, 100), { body: NEPALI }), (c) => c.delivered === 5);
  expect([other.parts, other.captured]).toEqual([parts, captured]);
  expect(parts).toBe(20);
  expect(await main.stats()).toMatchObject({ pdus: 25, messages: 10, incomplete: 0 });
  await audit(world.db);
});

test('an undelivered one is told so once', async () => {
  const uuid = await world.send(['9841230001'], { body: NEPALI });
  const over = await world.until(uuid, (c) => c.status === 'completed' && c.submitted === 0);
  expect(over).toMatchObject({ undelivered: 1, delivered: 0 });
  await audit(world.db);
});

test('a link that its operator throttles for long leaves its messages to the next one, and takes them again after it', async () => {
  await world.add('spare', spare.url, { priority: 20 });
  await world.becomes('spare', 'bound');
  await main.settings({ throttle: 1 });
  const uuid = await world.send([...ncell(30, 2000), ...ntc(30, 2000)]);
  await world.until(uuid, (c) => c.delivered > 30);
  expect(await world.link('main')).toMatchObject({ state: 'bound', last_error: 'ESME_RTHROTTLED' });
  await main.settings({ throttle: 0 });
  const over = await world.until(uuid, (c) => c.delivered === 60);
  expect(over).toMatchObject({ rejected: 0, unknown: 0 });
  // What an operator threw back for its pace, or never saw, was no attempt of the message's.
  const { rows } = await sql<{ attempts: number }>`
    SELECT DISTINCT attempts FROM message WHERE campaign = ${uuid}`.execute(world.db);
  expect(rows).toEqual([{ attempts: 1 }]);
  const [one, other] = await Promise.all([main.stats(), spare.stats()]);
  expect([one.duplicates, other.duplicates]).toEqual([0, 0]);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM operator_link_state WHERE throttled_since IS NOT NULL`.execute(
      world.db,
    );
    if (rows.length > 0) await world.send(ntc(1, 3000));
    expect(rows).toEqual([]);
  }, patience);
  await audit(world.db);
});

test('links that break and come back in turn: nothing is sent twice', async () => {
  await world.add('spare', spare.url, { priority: 10, rate: 60 });
  await world.change('main', { rate: 60 });
  await world.becomes('spare', 'bound');
  await Promise.all([main, spare].map((operator) => operator.settings({ latency: 30 })));
  const uuid = await world.send([...ncell(120, 4000), ...ntc(120, 4000)]);
  for (const [name, operator] of [
    ['main', main],
    ['spare', spare],
  ] as const) {
    const { messages } = await operator.stats();
    await vi.waitFor(async () => {
      const isOver = (await world.campaign(uuid)).queued === 0;
      expect(isOver || (await operator.stats()).messages > messages).toBe(true);
    }, patience);
    await operator.kill('SIGKILL');
    await world.becomes(name, 'down');
    await operator.restart();
    await world.becomes(name, 'bound');
  }
  const settled = await world.until(uuid, (c) => c.queued === 0 && c.submitted === 0);
  const [one, other] = await Promise.all([main.stats(), spare.stats()]);
  expect([one.duplicates, other.duplicates]).toEqual([0, 0]);
  // Each is with one operator, or with none and unknown.
  expect(one.messages + other.messages).toBeLessThanOrEqual(240);
  expect(one.messages + other.messages + settled.unknown).toBeGreaterThanOrEqual(240);
  await audit(world.db);
});

test('how an operator is spoken to: kept where it is left out, and certificates need the password again', async () => {
  const address = 'smpp://user:pass-word@127.0.0.1:9';
  const made = await world.add('dialects', address, { long_messages: 'sar', message_ids: 'hex_decimal' });
  expect(made).toMatchObject({ long_messages: 'sar', message_ids: 'hex_decimal', bind_mode: 'transceiver' });
  expect(await world.change('dialects', { rate: 5 })).toMatchObject({ long_messages: 'sar', tls_ca: '' });
  expect(await world.change('dialects', { bind_mode: 'separate' })).toMatchObject({ bind_mode: 'separate' });
  const { password: _, ...input } = inputOf(address);
  const put = (change: object) =>
    world.call<{ errors: object }>('admin', 'PUT', `${LINKS}${made.uuid}/`, { ...input, ...change });
  for (const [change, field] of [
    [{ tls_name: 'other.example' }, 'password'],
    [{ tls_ca: 'hello' }, 'tls_ca'],
    [{ long_messages: 'other' }, 'long_messages'],
    [{ message_ids: null }, 'message_ids'],
  ] as const) {
    const answer = await put(change);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  }
  const main = await world.link('main');
  expect(main).toMatchObject({ long_messages: 'payload', managed_by: 'environment' });
  const answer = await world.call<{ errors: object }>('admin', 'PUT', `${LINKS}${main.uuid}/`, {
    ...input,
    ...{ host: main.host, port: main.port, system_id: main.system_id, long_messages: 'udh' },
  });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['long_messages']]);
});
