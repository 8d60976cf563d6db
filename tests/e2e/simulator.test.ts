import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ operator: false });
});
afterAll(() => world?.close());

test('a demonstration sends tests, and says so to customers and staff, with money that is no real one', async () => {
  const { server, browser } = world;
  const { page, complaints } = await browser.open();
  await steps.openAs(page, `${server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.see(page.getByRole('banner').getByText('Demo money'));
  const before = steps.amountOf(await steps.balance(page));
  await steps.writeMessage(page, 'For nobody', 'The shop opens at ten.');
  await steps.pasteNumbers(page, ['9841234511', '9841234512']);
  await steps.check(page);
  await steps.see(page.getByText('This is a test'));
  await steps.send(page, '2');
  await steps.see(steps.status(page, 'Test'));
  await steps.see(
    page.getByText('This is a test. Messages go to the operator simulator and no phone receives them.'),
  );
  await steps.see(steps.status(page, 'Completed'));
  // What the demonstration's money pays is taken from it, as real money would be.
  await steps.eventually(async () => steps.amountOf(await steps.balance(page))).toBeCloseTo(before - 2.71, 2);
  await page.getByRole('link', { name: 'Campaign List' }).click();
  const row = page.getByRole('row', { name: /For nobody/ });
  await steps.see(row.getByText('Test', { exact: true }));
  await page.goto(server.url);
  await steps.see(page.getByText(/of these messages were tests/).first());

  const staff = await browser.open();
  await steps.openAs(staff.page, `${server.url}/admin/operator-links`, steps.ADMIN);
  const link = staff.page.getByRole('row', { name: /simulator/ });
  await steps.see(link.getByText('Simulator', { exact: true }));
  expect(await link.getByText('Connected').count()).toBe(0);
  await steps.see(
    staff.page.getByText('Campaigns are tests: they go to the simulator and no phone receives them.'),
  );
  await staff.page.getByRole('link', { name: 'Add an operator link' }).click();
  await steps.see(staff.page.getByText(/^With this link, new campaigns are real/));
  expect([...complaints, ...staff.complaints]).toEqual([]);
});
