import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('the button of a form that stays has the focus again once it has saved', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/settings`, steps.ADMIN);
  const field = page
    .locator('.settings .crud-form')
    .getByLabel('Require approval above this many recipients a day');
  await field.fill('7');
  const save = page.getByRole('button', { name: 'Save' });
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await save.focus();
  await page.keyboard.press('Enter');
  expect((await saved).status()).toBe(200);
  await steps.eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
});

test.each(['Escape', 'Enter'])('and once its question is closed with %s', async (key) => {
  const { server, browser } = world;
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  const { data } = await server.call<{ data: { uuid: string } }>('POST', '/v1/credit/sms-packages/all/', {
    ...{ name: `Winter ${key}`, parts: 500, price: 56_500, validity_days: 45, is_active: true },
  });
  const { page } = await browser.open();
  await steps.openAs(page, `${server.url}/admin/packages/${data.uuid}`, steps.ADMIN);
  await page.getByLabel('Price (Rs.)').fill('600');
  await page.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await steps.see(dialog);
  // Cancel has the focus.
  await page.keyboard.press(key);
  await dialog.waitFor({ state: 'hidden' });
  await steps.eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
});
