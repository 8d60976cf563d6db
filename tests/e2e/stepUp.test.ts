import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldProofs } from '../support/oldProofs.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ prepare: oldProofs });
});
afterAll(() => world?.close());

test('before a user is changed an administrator shows that it is them, and once is enough', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/users`, steps.ADMIN);
  await page.getByRole('link', { name: 'Sita Sharma' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const rename = async (name: string) => {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await rename('Sita K. Sharma');
  await steps.see(dialog);
  // By the keyboard alone: the field has the focus, and Escape leaves everything as it is.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await steps.see(page.getByText(/^Confirm that it is you before you change/));
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await steps.see(dialog.getByText('The password is not correct.'));
  await dialog.getByLabel('Password', { exact: true }).fill(steps.PASSWORD);
  await page.keyboard.press('Enter');
  await steps.see(steps.title(page, 'Sita K. Sharma'));

  await page.getByRole('link', { name: 'Edit' }).click();
  await rename('Sita Sharma');
  await steps.see(steps.title(page, 'Sita Sharma'));
  tab.excuse(/status of (400|403)/);
  expect(tab.complaints).toEqual([]);
});
