import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** A rectangle in the window, in pixels. */
const boxOf = async (what: Locator) => {
  const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, top: y, right: x + width, bottom: y + height, width };
};

const narrow = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };

test.each([
  ['a desktop', wide],
  ['a phone', narrow],
])('on %s a toast stands at the top right, below the page’s actions', async (_, size) => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/templates/create`, steps.CUSTOMER);
  await page.setViewportSize(size);
  await page.getByLabel('Name', { exact: true }).fill(`Toasted at ${size.width}`);
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, `Toasted at ${size.width}`));
  const toast = page.locator('.toast');
  const actions = page.locator('main .crud-actions').first();
  await steps.see(page.getByRole('link', { name: 'Edit' }));
  const gap = async () => (await boxOf(toast.last())).top - (await boxOf(actions)).bottom;
  await steps.eventually(gap).toBeGreaterThanOrEqual(4);
  expect(await gap()).toBeLessThan(40);
  expect(size.width - (await boxOf(toast.last())).right).toBeLessThan(40);

  // An undo covers no button of the list either.
  await page.getByRole('button', { name: 'Delete' }).click();
  await steps.see(page.getByRole('button', { name: 'Undo' }));
  await steps.see(steps.title(page, 'Templates'));
  await steps.eventually(gap).toBeGreaterThanOrEqual(4);
  for (const action of await actions.getByRole('link').all()) await action.click({ trial: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
  expect(tab.complaints).toEqual([]);
});

/** Whether the lit entry is within the box that scrolls around the menu. */
const isLitSeen = async (menu: Locator): Promise<boolean> => {
  const lit = await boxOf(menu.locator('[aria-current="page"]'));
  const box = await boxOf(menu.locator('xpath=..'));
  return lit.width > 0 && lit.top >= box.top && lit.bottom <= box.bottom;
};
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('the lit entry of the menu is scrolled into sight, in the sidebar and in the drawer', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.setViewportSize({ width: 1280, height: 480 });
  await steps.openAs(page, `${world.server.url}/admin/audit-log`, steps.ADMIN);
  await steps.see(steps.title(page, 'Audit log'));
  await steps.eventually(() => isLitSeen(menuOf(page))).toBe(true);
  await page.goto(`${world.server.url}/`);
  await steps.see(steps.title(page, 'Dashboard'));
  await steps.openFromMenu(page, 'Provider Settings');
  await steps.see(steps.title(page, 'Provider settings: Sending'));
  await steps.eventually(() => isLitSeen(menuOf(page))).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.setViewportSize({ width: 390, height: 480 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await steps.see(drawer);
  await steps.eventually(() => isLitSeen(drawer.getByRole('navigation'))).toBe(true);
  expect(tab.complaints).toEqual([]);
});

test('a PDF under review fills a frame at least 600 px wide beside the facts', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  // As in a browser with a viewer, which a headless one may lack; only the frame's place is looked at.
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })`,
  );
  await page.setViewportSize(wide);
  await steps.openAs(page, `${world.server.url}/kyc`, steps.ADMIN);
  await page.getByRole('link', { name: 'Ram Yadav' }).click();
  await steps.see(steps.title(page, 'Terai Mills Pvt. Ltd.'));
  const frame = page.locator('iframe.document-view-frame').first();
  await steps.see(frame);
  const facts = page.locator('.kyc-told');
  await steps.eventually(async () => (await boxOf(frame)).width).toBeGreaterThanOrEqual(600);
  expect((await boxOf(facts)).right).toBeLessThanOrEqual((await boxOf(frame)).left);
  expect((await boxOf(facts)).width).toBeGreaterThan(280);
  // By keyboard the frame comes whole between the bars, also one that is in sight below the decision.
  await page.evaluate(
    `{ const frame = document.querySelector('iframe.document-view-frame');
    scrollBy(0, frame.getBoundingClientRect().top - 300); frame.focus(); }`,
  );
  await steps
    .eventually(async () => (await boxOf(frame)).bottom)
    .toBeLessThan((await boxOf(page.locator('.review-bar'))).top);
  expect((await boxOf(frame)).top).toBeGreaterThan((await boxOf(page.locator('.top-bar'))).bottom);
  expect(tab.complaints).toEqual([]);
});
