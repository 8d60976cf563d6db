import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

const NAME = 'Himalayan Traders and Suppliers Offers, Kathmandu';
let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { server } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const profile = await server.call<{ data: { account: { uuid: string } } }>(
    'GET',
    '/v1/autho/user/profile/',
  );
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  const { uuid: account } = profile.data.account;
  await server.call('POST', '/v1/admin/viber-identities/', { account, name: NAME });
  await server.call('POST', '/v1/admin/product-pricing/', {
    ...{ account, operator: null, price: 135.6, viber_price: 150, release_undelivered: false },
  });
});
afterAll(() => world?.close());

/** Whether all of an element's text is inside of it and of the window. */
const isWhole = (element: Element): boolean => {
  const { right } = element.getBoundingClientRect();
  return (
    element.scrollWidth <= element.clientWidth + 1 &&
    element.scrollHeight <= element.clientHeight + 1 &&
    right <= window.innerWidth
  );
};

test('on a phone a long Viber identity wraps, and a price row has its Viber price', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/viber-identities`, steps.ADMIN);
  await page.setViewportSize({ width: 390, height: 844 });
  const title = page.locator('.crud-rows td[data-place="title"]', { hasText: NAME });
  await steps.see(title);
  expect(await title.evaluate(isWhole)).toBe(true);
  expect(await title.locator('a').evaluate(isWhole)).toBe(true);

  await page.goto(`${world.server.url}/admin/product-pricing`);
  const viber = page.locator('.pricing-viber');
  await steps.see(viber);
  expect(await viber.textContent()).toBe('Viber Rs.\u00a01.50');
  const row = await page.getByRole('row').filter({ has: viber }).boundingBox();
  const line = await viber.boundingBox();
  expect(line && row && line.y > row.y + 50 && line.y + line.height <= row.y + row.height).toBe(true);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  await page.setViewportSize({ width: 768, height: 844 });
  await page.reload();
  await steps.see(page.locator('.pricing-viber', { hasText: 'भाइबर' }));
  expect(complaints).toEqual([]);
});
