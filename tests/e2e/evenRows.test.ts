import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { account } from '#schema/account.ts';
import { user } from '#schema/users.ts';
import * as steps from './steps.ts';
import { openAs } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

type Row = Record<string, unknown>;

/** Gives the first record of each answer of a list other values. */
const change = (page: Page, path: string, values: Row) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { results: Row[] };
      const results = list.results.map((row, index) => (index === 0 ? { ...row, ...values } : row));
      await route.fulfill({ response: answer, json: { ...list, results } });
    },
  );

/** Two lines more than other rows have, and the space around a link. */
const MORE = 44;

test.each([768, 1024, 1440])('%i px: long values make a row of the users two lines higher', async (width) => {
  const { page, settled, complaints } = await openAs(world, steps.ADMIN);
  await page.setViewportSize({ width, height: 900 });
  const name = 'The Bishweshwarprasad and Koiralashrestha Agricultural Producers of the Far West';
  await change(page, account.path, { name });
  await change(page, user.path, {
    name,
    email: 'bishweshwarprasad.koiralashrestha.accounts@annapurna-himalayan-cooperative.com.np',
  });
  await page.goto(`${world.server.url}/users`);
  await settled();
  const heights = await page
    .locator('.crud-rows tbody tr')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).offsetHeight));
  expect(heights[0]).toBeGreaterThan(Math.min(...heights));
  expect(heights[0]).toBeLessThanOrEqual(Math.min(...heights) + MORE);
  expect(complaints).toEqual([]);
});
