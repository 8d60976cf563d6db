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

test('and the state of a delivery beside its button, in Nepali', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/settings/webhooks`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  const at = '2026-01-02T03:04:05Z';
  const delivery = {
    ...{ uuid: '01890000-0000-7000-8000-000000000001', webhook: '01890000-0000-7000-8000-000000000002' },
    ...{ kind: 'events', status: 'failed', attempts: 4, event_count: 500, http_status: 500, duration: 1234 },
    ...{ error: 'The receiver answered 500.', next_attempt_at: null, created_at: at, updated_at: at },
  };
  // A delivery fails for good only after a day.
  await page.route(/webhook-deliveries\/\?/, (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [delivery] } }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.server.url}/settings/webhook-deliveries`);
  const row = page.locator('.crud-rows tbody tr', { has: page.locator('.webhook-retry') });
  await steps.see(row.locator('.crud-status'));
  // Its reason is on the page of its webhook.
  const edgesOf = (selector: string) =>
    row.locator(selector).evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return { right, bottom };
    });
  const [state, cell] = [await edgesOf('.crud-status'), await edgesOf('td[data-place="status"]')];
  expect(state.right).toBeLessThanOrEqual(cell.right);
  expect(state.bottom).toBeLessThanOrEqual(cell.bottom);
});
