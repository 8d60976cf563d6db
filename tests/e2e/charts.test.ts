import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

test('a chart is drawn once it is near the window, and all are for paper', async () => {
  const { page, complaints } = await world.browser.open();
  await page.setViewportSize({ width: 800, height: 600 });
  await giveToken(page, world, await tokenOf(world, steps.CUSTOMER));
  await page.goto(world.server.url);
  const boxes = page.locator('.chart-box');
  await steps.eventually(() => boxes.count()).toBe(2);
  // The first is just below the window, the second more than half a window below it.
  await steps.see(boxes.first().locator('svg'));
  const drawn = () => boxes.locator('svg').count();
  expect(await drawn()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await steps.eventually(drawn).toBe(2);
  await steps.see(boxes.last().getByText('Ncell', { exact: true }));
  expect(complaints).toEqual([]);
});
