import { beforeAll, expect, test } from 'vitest';
import { campaign } from '#schema/campaign.ts';
import { readWith } from './routes.ts';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** In a page: as many counts as given, how many are in each row, what does not fit, and a number far from its name. */
const rowsOf = (count: number) => {
  const list = document.querySelector('.campaign-outcomes') as HTMLElement;
  const first = list.firstElementChild as HTMLElement;
  list.replaceChildren(...Array.from({ length: count }, () => first.cloneNode(true)));
  const places = [...list.children].map((one) => Math.round(one.getBoundingClientRect().top));
  const rows = [...Map.groupBy(places, (top) => top).values()].map(({ length }) => length);
  const [name, number] = [...list.querySelectorAll('.crud-status, b')].map((one) =>
    one.getBoundingClientRect(),
  );
  const isFar = count === 1 && (number?.left ?? 0) - (name?.right ?? 0) > 240;
  return { rows, isCut: list.scrollWidth > list.clientWidth, isFar };
};

test.each(['en', 'ne'])('the counts of a campaign stand in rows without holes (%s)', async (language) => {
  const token = await tokenOf(world, steps.CUSTOMER);
  const { results } = (await readWith(world.server.url, token)(`${campaign.path}?status=completed`)) as {
    results: { uuid: string }[];
  };
  const { page, complaints } = await world.browser.open();
  await giveToken(page, world, token);
  await steps.prefer(page, world.server.url, { language });
  await page.goto(`${world.server.url}/sms/${results[0]?.uuid}/show`);
  await steps.see(page.locator('.campaign-outcomes li').first());
  const holes: string[] = [];
  for (const width of [390, 600, 768, 900, 1024, 1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (let count = 1; count <= 8; count++) {
      const { rows, isCut, isFar } = await page.evaluate(rowsOf, count);
      if (isFar) holes.push(`far from its name at ${width}`);
      if (isCut || new Set(rows).size > 1) holes.push(`${count} at ${width}: ${rows.join('+')}`);
    }
  }
  expect(holes).toEqual([]);
  // As many as a row has place for, instead of a list.
  expect((await page.evaluate(rowsOf, 5)).rows).toEqual([5]);
  await page.setViewportSize({ width: 768, height: 900 });
  expect((await page.evaluate(rowsOf, 6)).rows).toEqual([3, 3]);
  expect(complaints).toEqual([]);
});
