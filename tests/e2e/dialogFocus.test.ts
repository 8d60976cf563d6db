import type { Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** Holds what is sent until the focus is on the dialog's frame, and then cuts the connection. */
async function cutSending(page: Page): Promise<void> {
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await page.waitForFunction(() => document.activeElement?.matches('.MuiDialog-container'));
    await route.abort('connectionfailed');
  });
}

test('a dialog whose sending fails gives the focus back to the button that was pressed', async () => {
  const { page, excuse } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/wallets`, steps.ADMIN);
  await page
    .getByRole('button', { name: /^Adjust the wallet/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByLabel('Reason').fill('Test');
  await cutSending(page);
  await dialog.getByRole('button', { name: /^Add/ }).focus();
  await page.keyboard.press('Enter');
  await steps.see(dialog.getByRole('alert'));
  await steps.eventually(() => focused(page)).toBe('Try again');
  excuse(/ERR_CONNECTION_FAILED/);
});

test('why a long form in a dialog was refused is in sight, and so is the message of any dialog', async () => {
  const { page, excuse } = await world.browser.open();
  const isInSight = async () => {
    const box = await page.getByRole('dialog').getByRole('alert').boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
  };
  await steps.openAs(page, `${world.server.url}/admin/sender-identities`, steps.ADMIN);
  await page.getByRole('link', { name: 'TERAIRICE' }).click();
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByRole('button', { name: 'Edit approvals' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status').first().selectOption('approved');
  await cutSending(page);
  await dialog.getByRole('button', { name: 'Save approvals' }).click();
  await steps.see(dialog.getByRole('alert'));
  await steps.eventually(isInSight).toBe(true);
  await page.unrouteAll();

  await page.setViewportSize({ width: 1280, height: 600 });
  await steps.openAs(page, `${world.server.url}/admin/wallets`, steps.ADMIN);
  await page
    .getByRole('button', { name: /^Adjust the wallet/ })
    .first()
    .click();
  await page.setViewportSize({ width: 390, height: 420 });
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByLabel('Reason').fill('Test');
  await cutSending(page);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await steps.see(dialog.getByRole('alert'));
  await steps.eventually(isInSight).toBe(true);
  excuse(/ERR_CONNECTION_FAILED/);
});
