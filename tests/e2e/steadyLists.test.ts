import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** In a page: where each column begins, and how high the head and each row are. */
const places = (): { columns: number[]; rows: number[] } => {
  const heads = [...document.querySelectorAll('.crud-rows thead th')];
  return {
    columns: heads.map((head) => Math.round(head.getBoundingClientRect().x)),
    rows: [...document.querySelectorAll<HTMLElement>('.crud-rows tr')].map((row) => row.offsetHeight),
  };
};

const drawn = (page: Page) =>
  page.evaluate(`document.fonts.ready.then(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))`);

const pages = ['/wallet/history', '/sms/dispatch', '/sms/consumption-history', '/contact'];

test.each([768, 1024, 1440])('%i px: names that come after their rows move none of them', async (width) => {
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.setViewportSize({ width, height: 900 });
  let names = Promise.withResolvers<void>();
  await page.route(/uuid__in/, async (route) => {
    await names.promise;
    await route.continue();
  });
  const pending = page.locator('.crud-rows td .crud-late .crud-skeleton');
  for (const path of pages) {
    names = Promise.withResolvers<void>();
    await page.goto(world.server.url + path);
    await pending.first().waitFor({ state: 'attached' });
    // The rows below the window come right after the first.
    await steps.see(page.locator('.crud-rows tbody tr:nth-child(15)'));
    await drawn(page);
    const before = await page.evaluate(places);
    names.resolve();
    await steps.eventually(() => pending.count()).toBe(0);
    await drawn(page);
    expect({ path, ...(await page.evaluate(places)) }).toEqual({ path, ...before });
  }
  expect(complaints).toEqual([]);
});
