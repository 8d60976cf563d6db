import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const queue = (page: Page) => page.getByRole('region', { name: 'Queued messages' });
const links = (page: Page) => page.getByRole('region', { name: 'Operator links' });

test('an administrator pauses the only link: the campaign waits and says so; after resuming it is delivered', async () => {
  const { server, browser, operator } = world;
  const staff = await browser.open();
  await steps.openAs(staff.page, `${server.url}/`, steps.ADMIN);
  await steps.see(links(staff.page).getByText('Connected'));
  await steps.see(queue(staff.page).getByText('No messages are queued.'));

  // From the dashboard to the link, and a pause.
  await links(staff.page).getByRole('link', { name: 'See all' }).click();
  await steps.see(steps.title(staff.page, 'Operator links'));
  await staff.page.getByRole('button', { name: /^Pause: / }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await steps.see(staff.page.getByRole('button', { name: /^Resume: / }));
  await staff.page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await steps.see(links(staff.page).getByText('Paused'));

  // A customer sends meanwhile.
  const customer = await browser.open();
  const before = (await operator.stats()).messages;
  await steps.openAs(customer.page, `${server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(customer.page, 'While it is paused', 'The shop opens at ten.');
  await steps.pasteNumbers(customer.page, ['9841234511', '9841234512', '9801234513']);
  await steps.check(customer.page);
  await steps.send(customer.page, '3');
  await steps.see(customer.page.getByText(/^The connection to (NTC, Ncell|Ncell, NTC) is down/));
  await steps.see(steps.status(customer.page, 'Sending'));

  // The dashboard tells, by itself, what waits and why.
  await steps.see(queue(staff.page).getByText('Every link that serves NTC is paused.'));
  await steps.see(queue(staff.page).getByText('Every link that serves Ncell is paused.'));
  await steps.see(queue(staff.page).getByText('3 messages'));
  expect((await operator.stats()).messages).toBe(before);

  // It goes on: everything arrives, once.
  await links(staff.page)
    .getByRole('link', { name: /Paused/ })
    .click();
  await staff.page.getByRole('button', { name: 'Resume' }).click();
  await steps.see(staff.page.getByRole('button', { name: 'Pause' }));
  await steps.see(steps.status(customer.page, 'Completed'));
  await steps.eventually(async () => (await operator.stats()).messages).toBe(before + 3);
  expect((await operator.stats()).duplicates).toBe(0);
  await steps
    .eventually(() => customer.page.getByText(/^The connection to .* is down\. Messages are queued/).count())
    .toBe(0);
  await staff.page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await steps.see(queue(staff.page).getByText('No messages are queued.'));
  expect([...staff.complaints, ...customer.complaints]).toEqual([]);
});
