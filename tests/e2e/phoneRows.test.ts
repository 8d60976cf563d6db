import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { server } = world;
  await server.signIn(steps.CUSTOMER, steps.PASSWORD);
  await server.call('POST', '/v1/sms/identities/', { name: 'HIMALSALE', purpose: 'Offers' });
  const contact = { name: 'Slowly Growing Name', phone: '9841234567', groups: [], attributes: {} };
  await server.call('POST', '/v1/core/contacts/', { ...contact, is_active: true });
  await server.signIn(steps.ADMIN, steps.PASSWORD, '/v1/login/admin/');
  const valid_from = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const price = { account: null, price: 150.25, release_undelivered: false, valid_from };
  await server.call('POST', '/v1/admin/product-pricing/', { ...price, operator: 'ncell' });
});
afterAll(() => world?.close());

const isWhole = (element: Element): boolean =>
  element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1;

test('on a phone the day of a row with buttons is whole, and a price says whose operator it is for', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/product-pricing`, steps.ADMIN);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.locator('.crud-rows tbody tr').first();
  await steps.see(row.locator('.crud-row-actions a'));
  expect(await row.locator('td[data-place="date"]').evaluate(isWhole)).toBe(true);
  expect(await row.locator('td[data-place="title"]').textContent()).toBe('Default, Ncell');
  const operator = row.locator('.pricing-operator');
  expect(await operator.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1024, height: 844 });
  expect(await operator.isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test('so it is in Nepali, beside a button with words', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/sms/sender-identities`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.server.url}/sms/sender-identities`);
  const row = page.locator('.crud-rows tbody tr', { hasText: 'HIMALSALE' });
  await steps.see(row.locator('.crud-row-actions button'));
  expect(await row.locator('td[data-place="date"]').evaluate(isWhole)).toBe(true);
});

test.each(['en', 'ne'])(
  'a long reason on the blacklist leaves its day in one line, in %s',
  async (language) => {
    const { server, browser } = world;
    await server.signIn(steps.CUSTOMER, steps.PASSWORD);
    const phone = language === 'en' ? '9741000001' : '9741000002';
    const entry = { phone, reason: 'Asked by phone to get no more messages from us' };
    await server.call('POST', '/v1/core/sms/blacklist-numbers/', entry);
    const { page } = await browser.open();
    await steps.openAs(page, `${server.url}/settings/blacklist`, steps.CUSTOMER);
    await steps.prefer(page, server.url, { language });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/settings/blacklist`);
    const day = page.locator('.crud-rows tbody tr', { hasText: phone }).locator('td[data-place="date"] time');
    await steps.see(day);
    expect(await day.evaluate((time) => time.getBoundingClientRect().height)).toBeLessThan(20);
  },
);

test('and the state of a delivery beside its button, in Nepali', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/settings/webhooks`, steps.CUSTOMER);
  await steps.prefer(page, world.server.url, { language: 'ne' });
  const at = '2026-01-02T03:04:05Z';
  const delivery = {
    ...{ uuid: '01890000-0000-7000-8000-000000000001', webhook: '01890000-0000-7000-8000-000000000002' },
    ...{ kind: 'events', status: 'failed', attempts: 4, event_count: 500, http_status: 500, duration: 1234 },
    ...{ error: 'The receiver answered 500.', next_attempt_at: null, created_at: at, updated_at: at },
  };
  // A delivery fails for good only after a day.
  await page.route(/webhook-deliveries\/\?/, (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [delivery] } }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.server.url}/settings/webhook-deliveries`);
  const row = page.locator('.crud-rows tbody tr', { has: page.locator('.webhook-retry') });
  await steps.see(row.locator('.crud-status'));
  // Its reason is on the page of its webhook.
  const edgesOf = (selector: string) =>
    row.locator(selector).evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return { right, bottom };
    });
  const [state, cell] = [await edgesOf('.crud-status'), await edgesOf('td[data-place="status"]')];
  expect(state.right).toBeLessThanOrEqual(cell.right);
  expect(state.bottom).toBeLessThanOrEqual(cell.bottom);
});

test('the reason of a payment is not in its two lines, and is whole on the narrowest phones', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/wallet/topup-history`, steps.CUSTOMER);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.locator('.crud-rows tbody tr', { hasText: 'Rejected' });
  await steps.see(row.locator('.crud-status'));
  const reason = row.locator('.pay-reason');
  expect(await reason.isVisible()).toBe(false);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await reason.isVisible()).toBe(true);
  expect(await reason.evaluate(isWhole)).toBe(true);
});

/** The spacing of WCAG 1.4.12, which readers may set. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test.each([
  ['/contact', steps.CUSTOMER],
  ['/sms/sender-identities', steps.CUSTOMER],
  ['/wallet/history', steps.CUSTOMER],
  ['/users', steps.ADMIN],
  ['/admin/accounts', steps.ADMIN],
])('on the narrowest phones the rows of %s are whole, also with wide spacing', async (path, user) => {
  const { page } = await world.browser.open();
  await steps.openAs(page, world.server.url + path, user);
  await page.setViewportSize({ width: 320, height: 844 });
  const rows = page.locator('.crud-rows tbody tr');
  await steps.see(rows.first().locator('td[data-place="title"]'));
  const cut = () =>
    rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const { left, right } = row.getBoundingClientRect();
        const parts = [...row.querySelectorAll('td[data-place], td[data-place] :is(a, span)')];
        return parts
          .filter((part) => part.checkVisibility() && !part.closest('.crud-hidden'))
          .filter((part) => {
            const box = part.getBoundingClientRect();
            const isClipped =
              part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
            const isOutside = box.left < left || box.right > right;
            return isOutside || (isClipped && getComputedStyle(part).display !== 'inline');
          })
          .map((part) => part.outerHTML);
      }),
    );
  expect(await cut()).toEqual([]);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACED);
  expect(await cut()).toEqual([]);
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  const [bar, balance] = [await edges('.top-bar'), await edges('.top-bar .balance')];
  expect(balance.top - bar.top).toBeGreaterThanOrEqual(2);
  expect(bar.bottom - balance.bottom).toBeGreaterThanOrEqual(2);
});

test('at 390 px a contact has two lines', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.locator('.crud-rows tbody tr').first();
  await steps.see(row.locator('.crud-status'));
  expect(await row.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(72);
});

test.each([
  ['en', 'Import a file'],
  ['ne', 'फाइल आयात गर्नुहोस्'],
])(
  'at 390 px the actions of the contacts are on the line of their heading, in %s',
  async (language, name) => {
    const { page } = await world.browser.open();
    await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
    await steps.prefer(page, world.server.url, { language });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${world.server.url}/contact`);
    const main = page.getByRole('main');
    await steps.see(main.locator('.crud-rows .crud-status'));
    const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
    const top = await topOf(main);
    expect((await topOf(main.locator('.crud-rows tbody tr').first())) - top).toBeLessThanOrEqual(160);
    // The second one is an icon there, with its name for those who do not see it.
    const box = await main.getByRole('link', { name, exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    expect(box?.width).toBeLessThan(48);
    // Where it is the main action, its words are seen.
    await page.goto(`${world.server.url}/contact/imports`);
    const first = main.getByRole('link', { name, exact: true }).first();
    await steps.see(first);
    expect((await first.boundingBox())?.width).toBeGreaterThan(80);
  },
);

test('at 390 px amounts of rows with and without an icon are one below the other', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/packages`, steps.ADMIN);
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = page.locator('.crud-rows tbody tr');
  await steps.see(rows.locator('.crud-row-actions > .crud-icon').first());
  expect(await rows.locator('.crud-row-actions:empty').count()).toBeGreaterThan(0);
  const ends = await rows
    .locator('td[data-place="figure"]')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
  expect(new Set(ends).size).toBe(1);
});

test('at 390 px the totals of the wallets are one line', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/wallets`, steps.ADMIN);
  await page.setViewportSize({ width: 390, height: 844 });
  const figures = page.locator('.wallet-totals dd');
  await steps.see(figures.first());
  const tops = await figures.evaluateAll((all) =>
    all.map((figure) => Math.round(figure.getBoundingClientRect().top)),
  );
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});
