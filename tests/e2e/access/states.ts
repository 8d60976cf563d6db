import { expect, test } from 'vitest';
import { ENGLISH, NEPALI, scan } from '../accessScan.ts';
import { faults, goTo, openAs } from '../visit.ts';
import { standingWorld } from '../world.ts';

/**
 * One look for each page whose kind is looked at in both on others: every second one in English, and then the rest in
 * Nepali.
 */
export const inTurns = (paths: readonly string[]) =>
  [ENGLISH, NEPALI].flatMap((look, turn) =>
    paths.filter((_, index) => index % 2 === turn).map((path) => ({ path, looks: [look] })),
  );

/** All of somebody's pages while the server does not answer. */
export function failedTests(email: string): void {
  test('so is every page that cannot be loaded', async () => {
    const { wrong, note } = faults();
    const world = await standingWorld();
    const visit = await openAs(world, email);
    const { page, settled, routes } = visit;
    await page.route('**/v1/**', (route) => route.abort('connectionfailed'));
    for (const { path, looks } of inTurns(routes)) {
      await goTo(visit, path);
      note(path, await scan(page, looks));
    }
    await page.goto(world.server.url);
    await settled();
    note('the console itself', await scan(page));
    expect(wrong).toEqual({});
  });
}

/** All of somebody's lists when they are asked for what there is not. */
export function unmatchedTests(email: string): void {
  test('so is every list in which nothing matches', async () => {
    const { wrong, note } = faults();
    const visit = await openAs(await standingWorld(), email);
    const lists = visit.routes.filter((path) => !/\/$|create|show|[0-9a-f]{12}|no-such/.test(path));
    for (const { path, looks } of inTurns(lists)) {
      await goTo(visit, `${path}?filter=${encodeURIComponent(JSON.stringify({ q: 'zzzzz' }))}`);
      note(path, await scan(visit.page, looks));
    }
    expect(wrong).toEqual({});
  });
}
