import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  // Five at a time, each answered after 100 ms: about fifty messages a second.
  world = await startWorld({
    simulator: { latency: 100 },
    link: '?window=5',
    environment: { DISPATCH_BATCH: '20' },
  });
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world?.close());
// What it has counted is of one test.
beforeEach(() => world.operator.reset());

const get = async (uuid: string): Promise<Campaign> =>
  (await world.server.call<{ data: Campaign }>('GET', `/v1/sms/compose/${uuid}/`)).data;

/** Messages that are in hand, or whose receipt is awaited. */
async function onTheWay(uuid: string): Promise<number> {
  const query = `campaign=${uuid}&status__in=submitting,submitted`;
  return (await world.server.call<{ count: number }>('GET', `/v1/sms/dispatch/?${query}`)).count;
}

test('a campaign to many is paused, resumed and cancelled, and what had not left is given back', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  const before = steps.amountOf(await steps.balance(page));
  await steps.writeMessage(page, 'To everybody', 'We are open on Saturday.');
  // 960 contacts; the demonstration's three blacklisted numbers are among all its thousand.
  await steps.chooseGroup(page, 'Customers');
  await steps.check(page);
  expect(await steps.figure(page, 'Recipients entered')).toBe('960');
  const blacklisted = Number(await steps.figure(page, 'Excluded'));
  const recipients = 960 - blacklisted;
  expect(await steps.figure(page, 'Messages to send')).toBe(String(recipients));
  const cost = Math.round(recipients * 135.6);
  expect(await steps.figure(page, 'From the wallet')).toBe(`Rs. ${steps.rupees(cost / 100)}`);
  const uuid = await steps.send(page, String(recipients));

  await page.getByRole('button', { name: 'Pause' }).click();
  await steps.see(steps.status(page, 'Paused'));
  await steps.see(page.getByText('Paused. No more messages are sent until you resume the campaign.'));
  // What was in hand still goes out; then it stands still.
  await steps.eventually(() => onTheWay(uuid)).toBe(0);
  const { messages } = await world.operator.stats();
  expect(messages).toBeLessThan(recipients);
  const paused = await get(uuid);
  expect(steps.reported(paused)).toBe(messages);
  expect(paused.queued).toBe(recipients - messages - paused.rejected);

  await page.getByRole('button', { name: 'Resume' }).click();
  await steps.see(steps.status(page, 'Sending'));
  await steps.eventually(async () => (await world.operator.stats()).messages).toBeGreaterThan(messages);

  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this campaign?' });
  await steps.see(dialog.getByText(/will be cancelled, and their cost is released/));
  await dialog.getByRole('button', { name: 'Cancel the campaign' }).click();
  await steps.see(steps.status(page, 'Cancelled'));
  await steps.eventually(() => onTheWay(uuid)).toBe(0);

  const done = await get(uuid);
  const sent = (await world.operator.stats()).messages;
  expect(steps.reported(done)).toBe(sent);
  expect(done.cancelled).toBe(recipients - sent - done.rejected);
  expect(done.cancelled).toBeGreaterThan(0);
  const charged = Math.round(sent * 135.6);
  expect(done.released).toBe(cost - charged);
  await steps
    .eventually(() => steps.figure(page, 'Released'))
    .toBe(`Rs. ${steps.rupees((cost - charged) / 100)}`);
  await steps.eventually(() => steps.figure(page, 'Charged')).toBe(`Rs. ${steps.rupees(charged / 100)}`);
  await steps.eventually(() => steps.balance(page)).toBe(steps.rupees(before - charged / 100));
  expect(tab.complaints).toEqual([]);
});

test('only what failed is sent again, as a campaign of its own', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  const before = (await world.operator.stats()).messages;
  // The operator does not deliver to 0001, refuses 0002, and reports 0004 as expired.
  const good = ['9841500010', '9841500011', '9801500012'];
  const bad = ['9841500001', '9841500002', '9841500004'];
  await steps.writeMessage(page, 'Some fail', 'Your parcel is ready.');
  await steps.pasteNumbers(page, [...good, ...bad]);
  await steps.see(page.getByText('6 valid'));
  await steps.check(page);
  await steps.send(page, '6');
  await steps.see(steps.status(page, 'Completed'));
  for (const outcome of ['Delivered: 3', 'Not delivered: 1', 'Expired: 1', 'Rejected: 1']) {
    await steps.see(page.getByRole('link', { name: `${outcome}. Show these messages` }));
  }
  // What the operator refused was not charged: five of six parts at 1.356.
  await steps.eventually(() => steps.figure(page, 'Charged')).toBe('Rs. 6.78');
  expect(await steps.figure(page, 'Released')).toBe('Rs. 1.36');

  await page.getByRole('button', { name: 'Send to those who did not get it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to those who did not get it?' });
  await steps.see(dialog.getByText(/^3 messages were not delivered, expired or rejected/));
  await steps.see(dialog.getByText('Messages to send'));
  expect(await steps.figure(dialog, 'Messages to send')).toBe('3');
  expect(await steps.figure(dialog, 'From the wallet')).toBe('Rs. 4.07');
  const first = page.url();
  await dialog.getByRole('button', { name: 'Send 3 messages' }).click();
  await page.waitForURL((url) => url.href !== first && url.pathname.endsWith('/show'));
  await steps.see(page.getByText('Accepted: 3 messages for Rs. 4.07.'));
  await steps.see(steps.status(page, 'Completed'));
  await page.getByRole('link', { name: 'See all messages' }).click();
  await steps.see(steps.title(page, 'Messages'));
  const phones = page.getByRole('table').getByRole('link', { name: /\d{10}$/ });
  await steps.eventually(() => phones.count()).toBe(3);
  const numbers = (await phones.allInnerTexts()).map((text) => text.replace(/\D/g, '').slice(-10));
  expect(numbers.sort()).toEqual(bad);
  // Five were accepted of the first six, two of the three again.
  expect((await world.operator.stats()).messages - before).toBe(7);
  for (const number of good) expect(await world.operator.messages(`+977${number}`)).toHaveLength(1);
  expect(tab.complaints).toEqual([]);
});
