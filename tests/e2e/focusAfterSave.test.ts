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
