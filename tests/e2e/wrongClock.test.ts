import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const DAY = 86_400_000;

/** Today in Kathmandu, by the clock of the server. */
const today = (): string => new Date(Date.now() + 345 * 60_000).toISOString().slice(0, 10);

/** The customer's page on a computer whose clock is wrong by this much. */
async function openWith(ahead: number): Promise<Page> {
  const { page } = await world.browser.open();
  await page.clock.install({ time: Date.now() + ahead });
  await steps.openAs(page, world.server.url, steps.CUSTOMER);
  // The page itself does not say what time it is: the first answer does.
  await steps.eventually(() => page.evaluate(() => localStorage.getItem('clock'))).not.toBeNull();
  return page;
}

test('daily consumption asks for today if the clock of the computer is a day behind', async () => {
  const page = await openWith(-DAY);
  const asked = page.waitForRequest(/day__lte/);
  await page.goto(`${world.server.url}/wallet/daily-consumption?period=7`);
  expect(new URL((await asked).url()).searchParams.get('day__lte')).toBe(today());
});

test('a campaign can be scheduled for today if the clock is two days ahead', async () => {
  const page = await openWith(2 * DAY);
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await page.getByRole('radio', { name: 'Later' }).check();
  const parts = page.locator('.moment-input').getByRole('group').locator('input, select');
  await steps.see(parts.first());
  const shown = () => parts.evaluateAll((all) => all.map((part) => (part as HTMLInputElement).value));
  const [year, month, day] = today().split('-').map(Number);
  await steps.eventually(shown).toEqual(expect.arrayContaining([year, month, day].map(String)));
});
