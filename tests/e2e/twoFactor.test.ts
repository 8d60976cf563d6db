import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode } from './authenticatorCode.ts';
import { setUpTwoFactor } from './secondFactor.ts';
import { asStaff } from './staff.ts';
import { ADMIN, CUSTOMER, openAs, see, signIn } from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Demo|Customer|Support|menu/i })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await see(page.getByRole('heading', { name: 'Sign in' }));
}

/** The second step of signing in. */
async function enterCode(page: Page, code: string): Promise<void> {
  await see(page.getByRole('heading', { name: 'Second step' }));
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('a customer sets it up, signs in with it, loses the phone, and is helped', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAs(page, `${world.server.url}/profile`, CUSTOMER);
  const { key, codes } = await setUpTwoFactor(page);
  expect(new Set(codes).size).toBe(10);
  await see(page.getByText(/You have 10 recovery codes left/));

  await signOut(page);
  await signIn(page, CUSTOMER);
  await enterCode(page, '000000');
  await see(page.getByText(/This code is not correct/));
  // The code of the moment has set it up, and works once: the next one is right already.
  await enterCode(page, authenticatorCode(key, 1));
  await see(menu(page));

  // Without the phone a recovery code lets in, once.
  const [code = ''] = codes;
  await signOut(page);
  await signIn(page, CUSTOMER);
  await enterCode(page, code.toLowerCase().replaceAll('-', ''));
  await see(menu(page));
  await signOut(page);
  await signIn(page, CUSTOMER);
  await enterCode(page, code);
  await see(page.getByText(/This code is not correct/));

  // With neither, an administrator takes the second factor away.
  const admin = await world.browser.open();
  const { results } = await asStaff<{ results: { uuid: string; email: string }[] }>(
    world,
    'GET',
    `/v1/autho/users/?search=${CUSTOMER}`,
  );
  const uuid = results.find(({ email }) => email === CUSTOMER)?.uuid;
  await openAs(admin.page, `${world.server.url}/users/${uuid}/show`, ADMIN);
  await admin.page.getByRole('button', { name: 'Remove second factor' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
  await see(admin.page.getByText(/^The second factor of .* is removed\.$/));
  await page.goto(`${world.server.url}/login`);
  await signIn(page, CUSTOMER);
  await see(menu(page));
  tab.excuse(/status of 400/);
  expect([...tab.complaints, ...admin.complaints]).toEqual([]);
});
