import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff } from './staff.ts';
import { ADMIN, CUSTOMER, openAs, PASSWORD, path, SUPPORT, see, signIn } from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What an authenticator app on a phone shows for a key, so many half minutes from now. */
function app(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Sets two-factor sign-in up on the profile that is open; answers the key and the recovery codes. */
async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await see(dialog.getByText('Scan this with the app:'));
  const key = (await dialog.locator('pre').textContent())?.trim() ?? '';
  await dialog.getByLabel('Code of the app').fill(app(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await see(page.getByRole('dialog', { name: 'Two-factor sign-in is on' }));
  const codes = ((await page.getByRole('dialog').locator('pre').textContent()) ?? '').trim().split(/\s+/);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { key, codes };
}

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
  const { key, codes } = await setUp(page);
  expect(new Set(codes).size).toBe(10);
  await see(page.getByText(/You have 10 recovery codes left/));

  await signOut(page);
  await signIn(page, CUSTOMER);
  await enterCode(page, '000000');
  await see(page.getByText(/The code is not right/));
  // The code of the moment has set it up, and works once: the next one is right already.
  await enterCode(page, app(key, 1));
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
  await see(page.getByText(/The code is not right/));

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

test('demanded of staff, it is the first thing that they do, whatever they open', async () => {
  await asStaff(world, 'PUT', '/v1/admin/settings/', { staff_two_factor: true });
  const { page } = await world.browser.open();
  await openAs(page, `${world.server.url}/users`, SUPPORT);
  await see(page.getByText('Set up two-factor sign-in to go on'));
  expect(path(page)).toBe('/profile');
  expect(await page.getByRole('link', { name: 'User', exact: true }).count()).toBe(0);
  await setUp(page);
  await page.getByRole('link', { name: 'User', exact: true }).click();
  await see(page.getByRole('table'));
});
