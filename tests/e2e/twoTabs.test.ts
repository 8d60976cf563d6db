import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

interface Template {
  uuid: string;
  name: string;
  body: string;
}

/** A template that is open for editing in two tabs of one browser. */
async function twoTabs(name: string) {
  const { server, browser } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const { data } = await server.call<{ data: Template }>('POST', '/v1/sms/templates/', {
    name,
    body: 'Hello',
  });
  const path = `/sms/templates/${data.uuid}`;
  const tab = await browser.open();
  await steps.openAs(tab.page, server.url + path, steps.CUSTOMER);
  const first = await tab.page.context().newPage();
  await first.goto(server.url + path);
  await Promise.all([tab.page, first].map((page) => steps.see(page.getByLabel('Name'))));
  const read = async () => (await server.call<{ data: Template }>('GET', `/v1${path}/`)).data;
  return { tab, first, second: tab.page, read };
}

async function save(page: Page, changes: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(changes))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
const saved = (page: Page) => steps.see(page.getByText('Changes saved'));

test('each tab changes another field, and both changes are kept', async () => {
  const { tab, first, second, read } = await twoTabs('Both');
  await save(first, { Name: 'Both tabs' });
  await saved(first);
  await save(second, { Text: 'Namaste' });
  await saved(second);
  expect(await read()).toMatchObject({ name: 'Both tabs', body: 'Namaste' });
  await steps.see(second.getByText('Both tabs'));
  await first.close();
  // The browser logs the refusal, which was merged.
  tab.excuse(/status of 412/);
  expect(tab.complaints).toEqual([]);
});

test('both change the same field: the second is told, and saves again', async () => {
  const { tab, first, second, read } = await twoTabs('Same');
  await save(first, { Text: 'From the first tab', Name: 'Same field' });
  await saved(first);
  await save(second, { Text: 'From the second tab' });
  await steps.see(
    second.getByText(
      'Somebody changed this to “From the first tab” after you opened it. Save now to keep your own.',
    ),
  );
  expect(await second.getByLabel('Text', { exact: true }).inputValue()).toBe('From the second tab');
  expect(await read()).toMatchObject({ name: 'Same field', body: 'From the first tab' });
  await save(second, {});
  await saved(second);
  expect(await read()).toMatchObject({ name: 'Same field', body: 'From the second tab' });
  await first.close();
  tab.excuse(/status of 412/);
  expect(tab.complaints).toEqual([]);
});
