import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('a page whose files cannot be fetched says so after a while, and opens again', async () => {
  const { page, excuse } = await world.browser.open();
  const said = page.getByText('This page could not be loaded.');
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(`${world.server.url}/login`);
  expect(await said.isVisible()).toBe(false);
  // Its eight seconds.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().delay) animation.finish();
  });
  await steps.see(said);
  await steps.see(page.getByText('यो पृष्ठ खुल्न सकेन।'));
  await page.unroute('**/assets/**');
  await page.getByRole('link', { name: 'Reload it' }).click();
  await steps.see(steps.title(page, 'Sign in'));
  expect(await said.count()).toBe(0);
  excuse(/assets/);
});
