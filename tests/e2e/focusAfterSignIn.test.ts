import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test.each([
  ['/', 'Dashboard'],
  ['/contact', 'Contacts'],
])('the focus is on the heading of %s after signing in by keyboard', async (address, heading) => {
  const { page } = await world.browser.open();
  await page.goto(world.server.url + address);
  await steps.eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
  await page.keyboard.type(steps.CUSTOMER);
  await page.keyboard.press('Tab');
  await page.keyboard.type(steps.PASSWORD);
  await page.keyboard.press('Enter');
  await steps.see(steps.title(page, heading));
  await steps
    .eventually(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(new RegExp(`^${heading}$`));
  // A page that the browser loads starts at its top.
  await page.reload();
  await steps.see(steps.title(page, heading));
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});
