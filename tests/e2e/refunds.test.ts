import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoRefunds } from '../support/demoRefunds.ts';
import { ENGLISH, listen, NEPALI, show } from './accessScan.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ prepare: demoRefunds });
});
afterAll(() => world?.close());

test('all that the refunds tell fits their card, at every width and in both languages', async () => {
  const { page } = await world.browser.open();
  const settled = listen(page);
  await steps.openAs(page, `${world.server.url}/admin/payment-refunds`, steps.ADMIN);
  await steps.see(page.getByRole('cell', { name: 'Khalti, Pending' }));
  const beyond: string[] = [];
  for (const look of [ENGLISH, NEPALI]) {
    await show(page, look);
    await settled();
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { scrollWidth, clientWidth } = await page
        .locator('.crud-scroll')
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      if (scrollWidth > clientWidth) beyond.push(`${look} at ${width}: ${scrollWidth} in ${clientWidth}`);
      // An amount that is a link ends where the other amounts of its column and its heading end.
      const ends = await page
        .locator('.crud-rows td.crud-end:has(a)')
        .evaluateAll((cells) =>
          cells.map(
            (cell) =>
              cell.getBoundingClientRect().right -
              Number.parseFloat(getComputedStyle(cell).paddingRight) -
              (cell.querySelector('a')?.getBoundingClientRect().right ?? 0),
          ),
        );
      expect([look, width, ends.map(Math.round)]).toEqual([look, width, ends.map(() => 0)]);
      if (width > 390) continue;
      // The button has a line of its own, or it would leave the account and the status no room.
      const room = await page
        .locator('.crud-rows tr:has(.crud-row-buttons) > :is([data-place="title"], [data-place="status"])')
        .evaluateAll((cells) => cells.map((cell) => cell.clientWidth - cell.scrollWidth));
      expect(room).toHaveLength(4);
      if (Math.min(...room) < 0) beyond.push(`${look} at ${width}: ${room}`);
    }
  }
  expect(beyond).toEqual([]);
});
