import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff } from './staff.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ operator: false });
});
afterAll(() => world?.close());

/** What a reviewer can see of the facts once the last document is scrolled to: in pixels, between the bars. */
const factsInSight = (page: Page, facts: string) =>
  page.evaluate((selector) => {
    const scroller = document.scrollingElement as Element;
    scroller.scrollTop = scroller.scrollHeight;
    const edge = (of: string) => document.querySelector(of)?.getBoundingClientRect();
    const { top = 0, bottom = 0 } = edge(selector) ?? {};
    const [above, below] = [edge('.top-bar')?.bottom ?? 0, edge('.review-bar')?.top ?? innerHeight];
    return { isClear: top >= above, height: Math.round(Math.min(bottom, below) - Math.max(top, above)) };
  }, facts);

test.each([1280, 1440])('a document is read beside the facts of the KYC, at %i px', async (width) => {
  const { page } = await world.browser.open();
  const { results } = await asStaff<{ results: { uuid: string; pan_certificate: string | null }[] }>(
    world,
    'GET',
    '/v1/autho/kyc/?status=pending',
  );
  const company = results.find(({ pan_certificate }) => pan_certificate);
  await page.setViewportSize({ width, height: 800 });
  await steps.openAs(page, `${world.server.url}/kyc/${company?.uuid}`, steps.ADMIN);
  await steps.see(page.locator('.document-view-frame').last());
  await steps.eventually(() => page.locator('.document-view a').count()).toBe(4);

  const seen = await factsInSight(page, '.kyc-told');
  expect(seen.isClear).toBe(true);
  expect(seen.height).toBeGreaterThan(400);

  // What does not fit is reached by keyboard, in browsers too whose Tab does not stop at what scrolls.
  const facts = page.getByRole('region', { name: 'Submitted details' });
  await steps.eventually(() => facts.getAttribute('tabindex')).toBe('0');
  await facts.focus();
  await page.keyboard.press('End');
  await steps.eventually(() => page.locator('.kyc-told').evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
});

test('the facts of a credit request stay below the bars while its receipt is read', async () => {
  const { page } = await world.browser.open();
  const { results } = await asStaff<{ results: { uuid: string; receipt: string | null }[] }>(
    world,
    'GET',
    '/v1/admin/payment-reference/?status=pending',
  );
  const { uuid } = results.find(({ receipt }) => receipt) ?? {};
  await page.setViewportSize({ width: 1280, height: 640 });
  await steps.openAs(page, `${world.server.url}/admin/payment-references/${uuid}/show`, steps.ADMIN);
  await steps.see(page.locator('.banners'));
  await steps.see(page.locator('.review-document .document-view a'));
  expect((await factsInSight(page, '.review-pair > .crud-record')).isClear).toBe(true);
});
