import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const entry = (page: Page) => menu(page).getByRole('link', { name: 'Dashboard', exact: true });
/** The message for screen readers, which the line goes with. */
const message = (page: Page) => page.getByRole('banner').getByRole('status').filter({ hasText: 'Loading…' });
/** The line's animation, and how much of the window it takes. */
const line = (page: Page): Promise<[string, number]> =>
  page.evaluate(`(() => {
    const { animationName, width } = getComputedStyle(document.querySelector('.pending-page'), '::before');
    return [animationName, Number.parseFloat(width) / innerWidth];
  })()`);

/** The contacts, whose next page's code is held until it is let go. */
async function openContacts(width: number) {
  const tab = await world.browser.open();
  const { page } = tab;
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${world.server.url}/contact`);
  await steps.see(page.locator('main tbody tr').nth(9));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/Dashboard.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return { ...tab, letGo };
}

test('an entry of the menu is marked at once, and a line runs until its page is there', async () => {
  const { page, letGo, complaints } = await openContacts(1280);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await entry(page).click();
  await steps.eventually(() => entry(page).getAttribute('aria-busy')).toBe('true');
  // The previous page stays, and is still the current one.
  expect(await menu(page).locator('[aria-current]').allTextContents()).toEqual(['Contact']);
  await steps.see(steps.title(page, 'Contacts'));
  await steps.see(message(page));
  expect(await line(page)).toEqual(['page-line', 0.4]);
  letGo();
  await steps.see(steps.title(page, 'Dashboard'));
  await steps.eventually(() => message(page).count()).toBe(0);
  expect(await menu(page).locator('[aria-busy]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('on a phone, without motion, the line stands still across the whole window', async () => {
  const { page, letGo, complaints } = await openContacts(390);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await steps.see(message(page));
  expect(await line(page)).toEqual(['none', 1]);
  letGo();
  await steps.see(steps.title(page, 'Dashboard'));
  await steps.eventually(() => message(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a line runs along the top until the first page is there', async () => {
  const { page, complaints } = await world.browser.open();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${world.server.url}/contact`, { waitUntil: 'commit' });
  const run = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('#root')].map((root) => getComputedStyle(root, '::before').animationName)`,
    );
  await steps.eventually(run).toEqual(['page-line']);
  letGo();
  await steps.see(page.locator('main tbody tr').nth(9));
  expect(await run()).toEqual(['none']);
  expect(complaints).toEqual([]);
});
