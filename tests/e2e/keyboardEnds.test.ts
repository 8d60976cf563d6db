import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const PHONE = { width: 390, height: 844 };

/** The text of what has the focus, with plain spaces. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement?.textContent ?? '').replaceAll('\u00a0', ' ').trim());
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('a record begins at its top wherever the list was scrolled to, and Back leads to the place in the list', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/sms/dispatch?perPage=50`, steps.CUSTOMER);
  await page.setViewportSize(PHONE);
  await page.locator('a.crud-title').nth(20).focus();
  await steps.eventually(() => scrolled(page)).toBeGreaterThan(400);
  const place = await scrolled(page);
  // The list remembers it a moment later.
  const remembered = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) =>
        name.endsWith('.sms/dispatch.list.scrollPosition'),
      );
      return Number(key && localStorage.getItem(key));
    });
  await steps.eventually(remembered).toBe(place);
  await page.keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toMatch(/^\+977 \d+$/);
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await steps.eventually(() => scrolled(page)).toBe(place);
});

test('each stop of Tab in a list can be seen on a phone', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/sms/templates`, steps.CUSTOMER);
  await page.setViewportSize(PHONE);
  await steps.see(page.locator('a.crud-title'));
  const isSeen = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element.matches('a.crud-title')) return 'title';
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return element === document.body || (hit !== null && (element.contains(hit) || hit.contains(element)));
    });
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab');
    const seen = await isSeen();
    if (seen === 'title') return;
    expect(seen, await focused(page)).toBe(true);
  }
  throw new Error('Tab never comes to a title');
});

test('a bought package gives the focus to the next step, and closing gives it back', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/packages/sms`, steps.CUSTOMER);
  const buy = page.getByRole('button', { name: /^Buy Small for/ });
  await buy.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Buy for Rs/ }).focus();
  await page.keyboard.press('Enter');
  await steps.eventually(() => focused(page)).toBe('See active packages');
  await page.keyboard.press('Escape');
  await steps.eventually(() => buy.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('from one record to another the focus goes to the new heading, from a tab to another it stays', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/sms`, steps.CUSTOMER);
  await steps.see(page.locator('a.crud-title'));
  const [first, second] = await page
    .locator('a.crud-title')
    .evaluateAll((links) =>
      links.slice(0, 2).map((link) => ({ href: link.getAttribute('href'), name: link.textContent })),
    );
  await page.goto(`${world.server.url}${first?.href}`);
  await page.getByRole('button', { name: 'Duplicate' }).focus();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await steps.eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(second?.name ?? '');
  await steps.see(page.getByRole('dialog').getByRole('option', { name: second?.name ?? '' }));
  await page.keyboard.press('Enter');
  await steps.see(steps.title(page, second?.name ?? ''));
  await steps.eventually(() => focused(page)).toBe(second?.name);
  // The page before is still known, so its link to the list is the one that has the focus now.
  await page.locator('.crud-back').focus();
  await page.goBack();
  await steps.see(steps.title(page, first?.name ?? ''));
  await steps.eventually(() => focused(page)).toBe(first?.name);

  await page.goto(`${world.server.url}/wallet/history`);
  await steps.see(page.locator('.crud-tabs a').last());
  const tab = page.locator('.crud-tabs a').last();
  const name = (await tab.textContent()) ?? '';
  await tab.focus();
  await page.keyboard.press('Enter');
  await steps.eventually(() => tab.getAttribute('aria-current')).toBe('page');
  expect(await focused(page)).toBe(name);
});

test('a toast makes room for what has the focus', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/sender-identities`, steps.ADMIN);
  await steps.see(page.locator('a.crud-title'));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await steps.see(page.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Alt+a');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await steps.see(page.locator('.toast'));
  const next = page.getByRole('link', { name: 'Next in queue' });
  await steps.see(next);
  await next.focus();
  const isClear = () =>
    next.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return document.querySelector('.toast') !== null && link.contains(hit);
    });
  await steps.eventually(isClear, 4000).toBe(true);
});

test.each([steps.CUSTOMER, steps.ADMIN])(
  'each link on the dashboard of %s is at least 24 px high',
  async (who) => {
    const { page } = await world.browser.open();
    await steps.openAs(page, world.server.url, who);
    await steps.see(page.locator('.dash-figure a'));
    await steps.see(page.locator('.dash-card header a'));
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const low = () =>
        page
          .locator('main a')
          .evaluateAll((links) =>
            links
              .map((link) => `${link.textContent}: ${link.getBoundingClientRect().height}`)
              .filter((text) => Number(text.split(': ').at(-1)) < 24),
          );
      // What React holds back has no height yet.
      await steps.eventually(low).toEqual([]);
    }
  },
);
