import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpTwoFactor } from './secondFactor.ts';
import { asStaff } from './staff.ts';
import { openAs, path, SUPPORT, see } from './steps.ts';
import { startWorld, type World } from './world.ts';

// A world of its own: afterwards an administrator without a second factor cannot take the demand back.
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('demanded of staff, it is the first thing that they do, whatever they open', async () => {
  await asStaff(world, 'PUT', '/v1/admin/settings/', { staff_two_factor: true });
  const { page } = await world.browser.open();
  await openAs(page, `${world.server.url}/users`, SUPPORT);
  await see(page.getByText('Set up two-factor sign-in to continue'));
  expect(path(page)).toBe('/profile');
  expect(await page.getByRole('link', { name: 'User', exact: true }).count()).toBe(0);
  await setUpTwoFactor(page);
  await page.getByRole('link', { name: 'User', exact: true }).click();
  await see(page.getByRole('table'));
});
