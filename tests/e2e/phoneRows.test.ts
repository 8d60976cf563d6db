import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { server } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  await server.call('POST', '/v1/sms/identities/', { name: 'HIMALSALE', purpose: 'Offers' });
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  const valid_from = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const price = { account: null, price: 150.25, release_undelivered: false, valid_from };
  await server.call('POST', '/v1/admin/product-pricing/', { ...price, operator: 'ncell' });
});
afterAll(() => world?.close());

const isWhole = (element: Element): boolean =>
  element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1;

test('on a phone the day of a row with buttons is whole, and a price says whose operator it is for', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/product-pricing`, steps.ADMIN);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.locator('.crud-rows tbody tr').first();
  await steps.see(row.locator('.crud-row-actions a'));
  expect(await row.locator('td[data-place="date"]').evaluate(isWhole)).toBe(true);
  expect(await row.locator('td[data-place="title"]').textContent()).toBe('Default, Ncell');
  const operator = row.locator('.pricing-operator');
  expect(await operator.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1024, height: 844 });
  expect(await operator.isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test('so it is in Nepali, beside a button with words', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/sms/sender-identities`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.server.url}/sms/sender-identities`);
  const row = page.locator('.crud-rows tbody tr', { hasText: 'HIMALSALE' });
  await steps.see(row.locator('.crud-row-actions button'));
  expect(await row.locator('td[data-place="date"]').evaluate(isWhole)).toBe(true);
});
