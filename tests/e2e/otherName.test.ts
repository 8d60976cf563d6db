import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH, NEPALI, show } from './accessScan.ts';
import { mails } from './outbox.ts';
import { NAME, nameServer, ours, said } from './ownName.ts';
import { publicRoutes } from './routes.ts';
import { CUSTOMER } from './steps.ts';
import { faults, openTab, tokenOf } from './visit.ts';
import { startWorld, type World } from './world.ts';

/** As the tour (tour/tour.ts) for all pages of who is signed in. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await nameServer(world.server);
});
afterAll(() => world?.close());

test('under a provider’s own name no public page has ours, in English or in Nepali', async () => {
  const { wrong, note } = faults();
  const tab = await openTab(world);
  for (const path of publicRoutes) {
    note(`source of ${path}`, ours(await fetch(world.server.url + path).then((page) => page.text())));
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
