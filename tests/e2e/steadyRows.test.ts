import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { follow } from './accessScan.ts';
import * as steps from './steps.ts';
import { giveToken, tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** How many rows the list has, and how many of them at least the window shows. */
const ROWS = 25;
const BELOW = 20;

type Row = Record<string, unknown>;

const names = [
  'Bishweshwarprasad Koiralashrestha',
  'Head of all the men of the far west of it and of the near east',
];

/** A row like another, with longer words or more of them, and larger amounts. */
const larger = (row: Row, index: number): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'name') return [name, names[index % names.length]];
      if (typeof value === 'number') return [name, value * 98_765_432];
      return [name, value];
    }),
  );

/** Gives a list more rows than the window has room for, and those below it longer values. */
const lengthen = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { results: Row[] };
      const results = Array.from({ length: ROWS }, (_, index) => {
        const row = { ...list.results[0], uuid: randomUUID() };
        return index < BELOW ? row : larger(row, index);
      });
      await route.fulfill({ response: answer, json: { ...list, count: ROWS, next: null, results } });
    },
  );

interface Drawing {
  rows: number;
  columns: number[];
}

/** In a page: notes where the columns begin whenever rows have been drawn. */
const noteDrawings = () => {
  const drawings: Drawing[] = [];
  Object.assign(window, { drawings });
  new MutationObserver(() => {
    const table = document.querySelector<HTMLTableElement>('main .crud-rows:not([data-pending])');
    const rows = table?.tBodies[0]?.rows.length ?? 0;
    if (!table || rows === 0 || rows === drawings.at(-1)?.rows) return;
    const heads = [...table.querySelectorAll('thead th')];
    drawings.push({ rows, columns: heads.map((head) => Math.round(head.getBoundingClientRect().x)) });
  }).observe(document, { childList: true, subtree: true });
};

const lists = [
  { as: steps.ADMIN, names: ['admin/wallet-entries', 'users'] },
  { as: steps.CUSTOMER, names: ['sms/consumption-history', 'contact'] },
];
const visits = lists.flatMap(({ as, names }) =>
  entities
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, path }) => [768, 1180, 1440].map((width) => ({ as, name, path, width }))),
);

test.each(visits)(
  '$name, $width px: rows that are drawn after the first move no column',
  async ({ as, name, path, width }) => {
    const { page, complaints } = await world.browser.open();
    await giveToken(page, world, await tokenOf(world, as));
    await page.setViewportSize({ width, height: 900 });
    await lengthen(page, path);
    // The fonts have come when the list does.
    await page.goto(`${world.server.url}/profile`);
    await steps.see(page.getByRole('heading', { level: 1 }));
    await page.evaluate(noteDrawings);
    await follow(page, `/${name}`);
    const drawings = () => page.evaluate<Drawing[]>('drawings');
    await steps.eventually(async () => (await drawings()).at(-1)?.rows).toBe(ROWS);
    const [first, ...others] = await drawings();
    expect(first?.rows).toBeLessThan(ROWS);
    expect(others.map(({ columns }) => columns)).toEqual(others.map(() => first?.columns));
    expect(complaints).toEqual([]);
  },
);
