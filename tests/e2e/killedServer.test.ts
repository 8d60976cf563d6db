import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

const BATCH = 20;
let world: World;
beforeAll(async () => {
  world = await startWorld({
    simulator: { latency: 100 },
    link: '?window=10',
    environment: { DISPATCH_BATCH: String(BATCH) },
  });
});
afterAll(() => world?.close());

test('the server is killed while it sends and started again: the page continues by itself, nobody gets a message twice', async () => {
  const { server, operator, browser } = world;
  const tab = await browser.open();
  const { page } = tab;
  await steps.openAs(page, `${server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(page, 'Through a crash', 'We are open on Saturday.');
  await steps.chooseGroup(page, 'Customers');
  await steps.check(page);
  const recipients = Number(await steps.figure(page, 'Messages to send'));
  const uuid = await steps.send(page, String(recipients));
  await steps.see(steps.status(page, 'Sending'));
  await steps.eventually(async () => (await operator.stats()).messages).toBeGreaterThan(50);

  await server.kill('SIGKILL');
  await steps.eventually(() => tab.complaints.length).toBeGreaterThan(0);
  // What is known of the campaign stays in view while nobody answers.
  await steps.see(steps.title(page, 'Through a crash'));
  await server.restart();

  await steps.see(steps.status(page, 'Completed'), 60_000);
  tab.excuse(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const get = async () => (await server.call<{ data: Campaign }>('GET', `/v1/sms/compose/${uuid}/`)).data;
  await steps
    .eventually(async () => {
      const { messages, receipts } = await operator.stats();
      return receipts.acked === messages && steps.reported(await get()) === messages;
    })
    .toBe(true);
  const done = await get();
  expect((await operator.stats()).duplicates).toBe(0);
  expect(steps.reported(done) + done.rejected + done.unknown).toBe(recipients);
  expect(done.unknown).toBeLessThanOrEqual(BATCH);
  expect(tab.complaints).toEqual([]);
});
