import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('a page that was opened without a connection comes with “Try again” once there is one', async () => {
  const { page } = await world.browser.open();
  // A journey before this one may have left the page's code in the browser's cache, which a route does without.
  await page.route('**/assets/**', (route) => route.continue());
  await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Contacts'));
  await page.context().setOffline(true);
  await steps.see(page.locator('.offline'));
  // With the keyboard: the banner moves the menu, and a press that is on its way would meet another entry.
  await page.getByRole('link', { name: 'Reports', exact: true }).press('Enter');
  await steps.see(steps.title(page, 'Something went wrong'));
  // Offline the console stays where it is.
  await page.getByRole('button', { name: 'Try again' }).click();
  await steps.see(steps.title(page, 'Something went wrong'));
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await steps.see(steps.title(page, 'Reports'));
  expect(steps.path(page)).toBe('/reports');
});
