import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { numberRange } from '#schema/numberPlan.ts';
import { readWith } from './routes.ts';
import * as steps from './steps.ts';
import { tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

async function open(path: string, language = 'en'): Promise<Page> {
  const { page } = await world.browser.open();
  await steps.openAs(page, world.server.url + path, steps.ADMIN);
  await steps.prefer(page, world.server.url, { language });
  await page.reload();
  return page;
}

/** How far the middles of elements are apart from top to bottom. */
const apart = (elements: Locator): Promise<number> =>
  elements.evaluateAll((all) => {
    const middles = all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    return Math.max(...middles) - Math.min(...middles);
  });

test.each(['en', 'ne'])('the health can be checked again beside its heading (%s)', async (language) => {
  const page = await open('/admin/settings/health', language);
  const heading = page.locator('.health h2');
  await steps.see(heading);
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const [at, button] = await Promise.all([
      heading.boundingBox(),
      page.locator('.health header button').boundingBox(),
    ]);
    expect(button?.x, String(width)).toBeGreaterThan((at?.x ?? 0) + (at?.width ?? 0));
  }
});

test.each(['en', 'ne'])('a logo and its two buttons are one row on phones (%s)', async (language) => {
  const page = await open('/admin/settings/brand', language);
  await page.setViewportSize({ width: 390, height: 900 });
  const row = page.locator('.settings-image-row').first();
  await row.locator('input').setInputFiles('public/icon-192.png');
  await steps.see(row.getByRole('button').nth(1));
  expect(await apart(row.locator('> :not(input)'))).toBeLessThan(2);
});

test.each(['en', 'ne'])('the fields of billing are in line with each other (%s)', async (language) => {
  const page = await open('/admin/settings/billing', language);
  await steps.see(page.locator('.billing-row'));
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await page
      .locator(
        '.MuiInputBase-root:has(:is([name=topup_min], [name=topup_max], [name=invoice_days], #vat-percent))',
      )
      .evaluateAll((all) => all.map((input) => Math.round(input.getBoundingClientRect().width)));
    expect([width, new Set(widths).size, widths.length]).toEqual([width, 1, 4]);
    // On a phone the button is below the date.
    const date = page.locator('.billing-row :is(.date-input-boxes .MuiInputBase-root, [type=submit])');
    if (width > 390) expect(await apart(date), String(width)).toBeLessThan(2);
  }
});

test.each(['en', 'ne'])('a link in a notice keeps its words together (%s)', async (language) => {
  const read = readWith(world.server.url, await tokenOf(world, steps.ADMIN));
  const { results } = (await read(`${numberRange.path}?page_size=1`)) as { results: { uuid: string }[] };
  const page = await open(`/admin/number-plan/${results[0]?.uuid}`, language);
  const link = page.locator('main .MuiAlert-message a');
  await steps.see(link);
  for (const width of [320, 390, 768, 980, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    });
    expect([width, lines]).toEqual([width, 1]);
  }
});
