import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lightness } from './looks.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('Nepali and the dark theme come without a reload and stay after it and after signing out', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/templates`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Templates'));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const bright = await lightness(page);
  await page.getByRole('button', { name: 'नेपाली' }).click();
  await steps.see(page.getByRole('navigation', { name: 'मुख्य मेनु' }).getByText('एसएमएस टेम्प्लेट'));
  await steps.see(steps.title(page, 'टेम्प्लेटहरू'));
  await page.getByRole('button', { name: 'गाढा रङ' }).click();
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.getByRole('link', { name: 'बल्क एसएमएस पठाउनुहोस्' }).first().click();
  await steps.see(page.getByLabel('सन्देश', { exact: true }));
  await page.getByRole('link', { name: 'सम्पर्क', exact: true }).click();
  await steps.see(page.getByRole('table'));
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await page.locator('html').getAttribute('lang')).toBe('ne');

  await page.reload();
  await steps.see(page.getByRole('table'));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.getByRole('button', { name: /Sita Sharma/ }).click();
  await page.getByRole('menuitem', { name: 'साइन आउट' }).click();
  await steps.see(page.getByRole('button', { name: 'English' }));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  await page.reload();
  await steps.see(page.getByRole('button', { name: 'English' }));
  expect(await lightness(page)).toBeLessThan(bright / 3);
  expect(tab.complaints).toEqual([]);
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') || element?.textContent?.trim() || element?.id || '';
  });

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if ((await focused(page)).match(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

test('on a phone the menu is a drawer over the whole width; Esc closes it and the focus goes back', async () => {
  const tab = await world.browser.open();
  await tab.page.setViewportSize({ width: 390, height: 844 });
  const { page } = tab;
  await page.goto(`${world.server.url}/sms`);
  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Campaigns'));
  await tabTo(page, /^Open menu$/);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await steps.see(drawer);
  await steps.eventually(async () => (await drawer.boundingBox())?.x).toBe(0);
  expect((await drawer.boundingBox())?.width).toBe(390);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await steps.eventually(() => focused(page)).toBe('Open menu');

  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
  await steps.see(steps.title(page, 'Contacts'));
  await drawer.waitFor({ state: 'hidden' });
  expect(tab.complaints).toEqual([]);
});

test('a campaign is written, checked and sent by keyboard alone', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.see(steps.title(page, 'Sign in'));
  const { keyboard } = page;
  await steps.eventually(() => focused(page)).toBe('email');
  await keyboard.type(steps.CUSTOMER);
  await keyboard.press('Tab');
  await keyboard.type(steps.PASSWORD);
  await keyboard.press('Enter');
  await steps.see(steps.title(page, 'Send Bulk SMS'));
  await steps.see(page.getByLabel('Start from a template'));
  // A page that the browser loads starts at its top.
  await page.reload();
  await steps.see(page.getByLabel('Start from a template'));
  await keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await keyboard.press('Enter');
  await tabTo(page, /^compose-name$/);
  await keyboard.type('By keyboard');
  await tabTo(page, /^compose-body$/);
  await keyboard.type('Hello from the keyboard');
  await tabTo(page, /^Paste numbers/);
  await tabTo(page, /^compose-numbers$/);
  await keyboard.type('9841700010');
  await tabTo(page, /^Check recipients and cost$/);
  await keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toBe('Check before sending');
  await tabTo(page, /^Send 1 message for Rs/);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await steps.see(dialog);
  // Esc sends nothing and gives the focus back; the dialog keeps it while it is open.
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await steps.eventually(() => focused(page)).toMatch(/^Send 1 message for Rs/);
  await keyboard.press('Enter');
  await steps.see(dialog);
  await tabTo(page, /^Send 1 message$/);
  await keyboard.press('Enter');
  await steps.see(steps.status(page, 'Completed'));
  expect(await world.operator.messages('+9779841700010')).toHaveLength(1);
  expect(tab.complaints).toEqual([]);
});
