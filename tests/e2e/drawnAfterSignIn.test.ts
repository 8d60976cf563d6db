import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { isTakenOver, KEEP, UNTIL_DRAWN } from './takenOver.ts';
import { openTab } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

test('after signing in React continues with the list that came with the answer', async () => {
  const { page, complaints, settled } = await openTab(world);
  await page.addInitScript(KEEP);
  const signIn = async () => {
    await page.goto(`${world.server.url}/contact`);
    await page.getByLabel('E-mail').fill(steps.CUSTOMER);
    await page.getByLabel('Password', { exact: true }).fill(steps.PASSWORD);
    await settled();
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await steps.see(page.locator('main tbody tr').nth(9));
    await settled();
    return isTakenOver(page);
  };
  const signOut = async () => {
    await page.evaluate("localStorage.removeItem('user')");
    await page.context().clearCookies();
  };
  // A busy server answers without a drawing.
  const drawn = () =>
    steps
      .eventually(async () => {
        await signOut();
        return signIn();
      }, UNTIL_DRAWN)
      .toEqual([true, true, true, true]);
  await page.goto(`${world.server.url}/login`);
  await drawn();
  // Who comes back has their list as they left it.
  const uuid = (await page.evaluate("JSON.parse(localStorage.getItem('user')).uuid")) as string;
  await page.evaluate(`localStorage.setItem('RaStore${uuid}.lists.density', '"compact"')`);
  await drawn();
  await steps.see(page.locator('main table[data-density=compact]'));
  expect(await page.evaluate('document.querySelector("#root[data-drawn]")')).toBe(null);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Contacts');
  expect(page.url()).toBe(`${world.server.url}/contact`);
  const search = page.getByRole('searchbox').first();
  await search.fill('no such person');
  await steps.see(page.locator('main', { hasText: 'No results' }));
  expect(complaints).toEqual([]);
});
