import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { product } from '#schema/product.ts';
import { ENGLISH, NEPALI, show } from './accessScan.ts';
import { mails } from './outbox.ts';
import { publicRoutes } from './routes.ts';
import { ADMIN, CUSTOMER, PASSWORD } from './steps.ts';
import { faults, goTo, openAs, openTab, pattern, tokenOf } from './visit.ts';
import { startWorld, type World } from './world.ts';

const NAME = 'Himal Sandesh';
const brand = {
  ...{ brand_name: NAME, brand_short_name: 'Himal', support_email: 'help@himal.example' },
  ...{ support_phone: '01-4000000', terms_url: 'https://himal.example/terms' },
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(ADMIN, PASSWORD, '/v1/login/admin/');
  await world.server.call('PUT', '/v1/admin/settings/brand/', brand);
});
afterAll(() => world?.close());

/** All that a page shows or says: its title, its text, and the texts of its attributes. */
const said = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value),
    );
    const texts = [...document.body.children]
      .filter(({ tagName }) => tagName !== 'SCRIPT')
      .map(({ textContent }) => textContent);
    return [document.title, ...texts, ...attributes].join('\n');
  });

/** The names of ours in a text. */
const ours = (text: string): string[] => Object.values(product).filter((name) => text.includes(name));

test('under a provider’s own name no public page has ours, in English or in Nepali', async () => {
  const { wrong, note } = faults();
  const tab = await openTab(world);
  for (const path of publicRoutes) {
    await tab.page.goto(world.server.url + path);
    await tab.settled();
    for (const look of [ENGLISH, NEPALI]) {
      await show(tab.page, look);
      const text = await said(tab.page);
      note(`${look[0]} ${path}`, ours(text));
      if (!text.includes(NAME)) note(`${look[0]} ${path}`, ['is nameless']);
    }
  }
  expect(wrong).toEqual({});
});

test.each([CUSTOMER, ADMIN])('nor has any page of %s', async (email) => {
  const { wrong, note } = faults();
  const visit = await openAs(world, email);
  // A page of each kind: lists, records and forms of all entities.
  for (const path of visit.routes) {
    await goTo(visit, path);
    for (const look of [ENGLISH, NEPALI]) {
      await show(visit.page, look);
      note(`${look[0]} ${pattern(path)}`, ours(await said(visit.page)));
    }
  }
  expect(wrong).toEqual({});
  expect(visit.routes.length).toBeGreaterThan(25);
  expect(await visit.page.title()).toContain(NAME);
});

test('nor have mails and the names of downloaded files', async () => {
  const { server } = world;
  const tab = await openTab(world);
  await tab.page.goto(`${server.url}/forgot-password`);
  await tab.page.getByLabel('E-mail').fill(CUSTOMER);
  await tab.page.getByRole('button', { name: /link/i }).click();
  await expect.poll(() => mails(world, CUSTOMER).then((all) => all.length), { timeout: 30_000 }).toBe(1);
  const [mail] = await mails(world, CUSTOMER);
  const letter = `${mail?.subject}\n${mail?.text}`;
  expect(letter).toContain(NAME);
  expect(letter).toContain('help@himal.example');
  expect(ours(letter)).toEqual([]);
  const headers = await fetch(`${server.url}/v1/core/contacts/export/`, {
    headers: { authorization: `Token ${await tokenOf(world, CUSTOMER)}` },
  }).then((answer) => answer.headers.get('content-disposition'));
  expect(headers).toMatch(/filename="?Himal/);
});
