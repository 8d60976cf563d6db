import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../../../support/audit.ts';
import { httpInput } from '../../../support/httpOperator.ts';
import { LINKS, type LinkWorld, ncell, ntc, patience, startLinkWorld } from '../../../support/linkWorld.ts';
import { answerOf, startScriptedHttp } from '../../../support/scriptedHttp.ts';
import { type RunningSimulator, startSimulator } from '../../../support/simulator.ts';

let world: LinkWorld;
let main: RunningSimulator;
let spare: RunningSimulator;
/** Seconds: longer than messages wait for a link. */
const REST = 10;
const calm = { protocol: 'http', undelivered: 0, 'receipt-after': 20 };

beforeAll(async () => {
  [main, spare] = await Promise.all([startSimulator(calm), startSimulator(calm)]);
  world = await startLinkWorld([], { isHttp: true });
  for (const [name, { url }, priority] of [
    ['main', main, 10],
    ['spare', spare, 20],
  ] as const) {
    await world.add(name, 'smpp://a:b@127.0.0.1:9', { ...httpInput(name, url), priority });
    await world.becomes(name, 'bound');
  }
});
afterAll(async () => {
  await world?.close();
  await Promise.all([main?.kill(), spare?.kill()]);
});

// The second pauses the links of the first.
describe('an operator that asks to be left alone', { shuffle: false }, () => {
  test('the messages of an operator that asks to be left alone go to the next link, once each, and later to it again', async () => {
    await main.settings({ throttle: 1, retryAfter: String(REST) });
    const started = performance.now();
    const uuid = await world.send([...ncell(30), ...ntc(30)]);
    const over = await world.until(uuid, ({ delivered }) => delivered === 60);
    expect(over).toMatchObject({ rejected: 0, unknown: 0 });
    const { rows: tries } = await sql`SELECT DISTINCT attempts FROM message WHERE campaign = ${uuid}`.execute(
      world.db,
    );
    expect(tries).toEqual([{ attempts: 1 }]);

    // Only what was under way when it asked, and one try after each rest.
    const rests = Math.floor((performance.now() - started) / 1000 / REST);
    const before = await main.stats();
    expect(before).toMatchObject({ messages: 0 });
    expect(before.throttled).toBeLessThanOrEqual(20 + rests);
    expect(await spare.stats()).toMatchObject({ messages: 60, duplicates: 0 });
    expect(await world.link('main')).toMatchObject({ state: 'bound', last_error: 'TOO_FAST' });
    const asked = await world.call<{ data: { links: { name: string; route: string }[] } }>(
      ...(['admin', 'GET', `${LINKS}route/?phone=${ntc(1)[0]}`] as const),
    );
    expect(asked.body.data.links).toMatchObject([{ route: 'throttled' }, { route: 'takes' }]);

    await main.settings({ throttle: 0 });
    await expect
      .poll(async () => {
        await world.until(await world.send(ntc(1, 500)), ({ delivered }) => delivered === 1);
        return (await main.stats()).messages;
      }, patience)
      .toBeGreaterThan(0);
    expect((await main.stats()).duplicates).toBe(0);
    await audit(world.db);
  });

  test('an operator that wants to be left alone with questions is asked for no results, and gets messages', async () => {
    const operator = await startScriptedHttp();
    onTestFinished(() => operator.close());
    let questions = 0;
    operator.answerWith((socket, head) => {
      const isQuestion = head.startsWith('GET');
      if (isQuestion) questions++;
      const refused = answerOf('', { 'retry-after': '120' }, 429);
      socket.write(
        isQuestion ? refused : answerOf(JSON.stringify({ status: 'ok', id: `id-${operator.requests()}` })),
      );
    });
    for (const name of ['main', 'spare']) await world.act(name, 'pause');
    await world.add('polled', 'smpp://a:b@127.0.0.1:9', {
      ...httpInput('polled', operator.url, { http_receipts: 'poll', http_url: `${operator.url}sms/` }),
      http_poll_url: `${operator.url}sms/{{message_id}}/`,
    });
    await world.becomes('polled', 'bound');
    await world.until(await world.send(ntc(1, 600)), ({ submitted }) => submitted === 1);
    await expect.poll(() => questions, patience).toBe(1);
    await world.until(await world.send(ntc(1, 601)), ({ submitted }) => submitted === 1);
    const overdue = sql`SELECT FROM receipt_poll WHERE next_at < now() - interval '3 seconds'`;
    await expect.poll(async () => (await overdue.execute(world.db)).rows.length, patience).toBe(2);
    expect(questions).toBe(1);
  });
});
