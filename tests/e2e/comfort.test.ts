import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VIEWPORT } from '../support/browser.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
/** The demonstration's newest, whatever a test sends. */
let campaign: string;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
  campaign = await first('/v1/sms/compose/');
});
afterAll(() => world?.close());

const first = async (path: string): Promise<string> => {
  const { results } = await world.server.call<{ results: { uuid: string }[] }>('GET', `${path}?page_size=1`);
  return results[0]?.uuid ?? '';
};
const count = async (path: string): Promise<number> =>
  (await world.server.call<{ count: number }>('GET', path)).count;

/** Waits until nothing of the page is on its way. */
const settled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, main [aria-busy="true"]'));

/** Resolves when what is in the document has been painted. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });

const banner = /^You are offline/;
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

test('sending again under the same key after a lost answer makes one campaign', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const context = page.context();
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  const before = await count('/v1/sms/compose/');
  await steps.writeMessage(page, 'Cut off', 'Once, whatever the line does.');
  await steps.pasteNumbers(page, ['9841600020']);
  await steps.check(page);

  const keys: (string | undefined)[] = [];
  await page.route('**/v1/sms/compose/', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The server has it, and the page does not learn of it.
    await route.fetch();
    await context.setOffline(true);
    return route.abort('internetdisconnected');
  });
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 message' }).click();
  await steps.see(page.getByRole('status').filter({ hasText: banner }));
  await steps.see(page.getByRole('alert').filter({ hasText: 'when the connection is back' }));
  expect(keys).toHaveLength(1);
  tab.excuse(OFFLINE);

  await context.setOffline(false);
  await steps.see(steps.status(page, 'Completed'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(await count('/v1/sms/compose/')).toBe(before + 1);
  expect(await world.operator.messages('+9779841600020')).toHaveLength(1);
  await page.getByText(banner).waitFor({ state: 'hidden' });
  expect(tab.complaints).toEqual([]);
});

test('a form that is saved without a connection says so, keeps what was typed, and is saved once it is back', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/templates/create`, steps.CUSTOMER);
  await page.getByLabel('Name', { exact: true }).fill('Written in a tunnel');
  await page.getByLabel('Text', { exact: true }).fill('Dear {{name}},');
  await page.context().setOffline(true);
  await steps.see(page.getByText(banner));
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByText(/could not be reached/));
  tab.excuse(OFFLINE);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Written in a tunnel');
  await page.context().setOffline(false);
  await page.getByText(banner).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, 'Written in a tunnel'));
  expect(tab.complaints).toEqual([]);
});

/** What is wrong with a page on paper: what is seen and should not be, what is cut off, what is dark. */
const onPaper = (page: Page) =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    const light = (color: string) =>
      (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
    const style = (element: Element | null) => getComputedStyle(element ?? document.body);
    const heads = [...document.querySelectorAll('main thead')];
    return {
      navigation: seen('.top-bar, .side-bar, nav, .crud-toolbar, .crud-pagination nav'),
      pressed: seen('main .MuiButton-root, main .MuiIconButton-root, main input[type=checkbox]'),
      heads: heads.map((head) => style(head).display),
      beyond: [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
      ).length,
      isLight:
        light(style(document.body).backgroundColor) > 250 &&
        light(style(document.querySelector('h1, h2')).color) < 80,
    };
  });
const fine = { navigation: 0, pressed: 0, beyond: 0, isLight: true };

/** A4 without its margins, in CSS pixels. */
const PORTRAIT = 688;
const LANDSCAPE = 1032;

/** The sheets of a PDF, each with whether it is wider than high. */
async function sheets(page: Page): Promise<boolean[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => Number(width) > Number(height),
  );
}

test('on paper a dark page is light, without navigation, with its columns whole and a head on each sheet', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.prefer(page, world.server.url, { language: 'en', mode: 'dark', digits: 'latin' });
  await steps.openAs(page, `${world.server.url}/contact?perPage=100`, steps.CUSTOMER);
  const paid = await world.server.call<{ results: { invoice: string | null }[] }>(
    'GET',
    '/v1/credit/user-payment-reference/?page_size=100',
  );
  const invoice = paid.results.find((payment) => payment.invoice)?.invoice;
  const cases = [
    {
      path: '/contact?perPage=100',
      width: LANDSCAPE,
      heads: 1,
      // Those below the screen are drawn last.
      rows: 100,
      sheets: { most: 8, least: 3, wide: true },
    },
    { path: '/settings/blacklist', width: LANDSCAPE, heads: 1, sheets: { most: 1, least: 1, wide: true } },
    {
      path: `/sms/${campaign}/show`,
      width: PORTRAIT,
      // Of the results by operator, and of the chart's numbers, which are folded away.
      heads: 2,
      sheets: { most: 2, least: 1, wide: false },
    },
    {
      path: `/wallet/invoices/${invoice}`,
      width: PORTRAIT,
      heads: 1,
      sheets: { most: 1, least: 1, wide: false },
    },
  ];
  for (const { path, width, heads, rows, sheets: expected } of cases) {
    await page.setViewportSize(VIEWPORT);
    await page.goto(world.server.url + path);
    await steps.see(page.locator('main').locator('tbody td, dl dd'));
    await settled(page);
    if (rows) await steps.eventually(() => page.locator('main tbody tr').count()).toBe(rows);
    const found = await sheets(page);
    expect([path, found.length >= expected.least && found.length <= expected.most]).toEqual([path, true]);
    expect([path, new Set(found)]).toEqual([path, new Set([expected.wide])]);
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await steps
      .eventually(() => onPaper(page))
      .toEqual({
        ...fine,
        heads: Array(heads).fill('table-header-group'),
      });
    await page.emulateMedia({ media: null });
    // The screen is as dark as before.
    await steps.eventually(async () => (await onPaper(page)).isLight).toBe(false);
  }
  expect(tab.complaints).toEqual([]);
});

test('a page has its shape before its records come, and moves little when they do', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        sum += entry.value;
        shifts.push([entry.value, entry.sources.map(({ node }) => node?.className)]);
      }
      Object.assign(window, { shifted: { sum, shifts } });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  const moved: Record<string, unknown> = {};
  for (const path of [
    '/',
    '/contact',
    '/sms',
    '/wallet/topup-history',
    '/wallet/daily-consumption',
    `/contact/${await first('/v1/core/contacts/')}/show`,
    `/sms/${campaign}/show`,
  ]) {
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    // All but the profile, without which there is no shell.
    await page.route(/\/v1\/(?!autho)/, async (route) => {
      await (route.request().url().endsWith('/results/') ? late : held).promise;
      await route.continue();
    });
    await page.goto(world.server.url + path);
    await steps.see(page.locator('main :is(.MuiSkeleton-root, .crud-skeleton)'));
    held.resolve();
    // A campaign's results may come long after it.
    if (path.includes(campaign)) await steps.see(page.locator('#campaign-text'));
    await painted(page);
    late.resolve();
    await settled(page);
    await painted(page);
    await page.unroute(/\/v1\/(?!autho)/);
    const shifted = await page.evaluate(
      () => (window as unknown as { shifted?: { sum: number } }).shifted ?? { sum: 0 },
    );
    if (shifted.sum > 0.1) moved[path] = shifted;
  }
  expect(moved).toEqual({});
  expect(tab.complaints).toEqual([]);
});

test('a list that is opened by its address, or after signing in, is asked for once at most', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/v1/core/contacts/') asked.push(search);
  });
  const first = '?page=1&page_size=25&ordering=-created_at';
  const byName = '?page=1&page_size=25&ordering=name';
  await steps.openBySigningIn(page, `${world.server.url}/contact`, steps.CUSTOMER);
  await steps.see(page.locator('main tbody a'));
  // A busy server leaves it to the console.
  expect([[], [first]]).toContainEqual(asked.splice(0));

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await steps.eventually(() => asked).toEqual([byName]);
  // It opens as it was left: asked for as it was first, which is remembered for the time after.
  await page.goto(`${world.server.url}/profile`);
  await page.goto(`${world.server.url}/contact`);
  await steps.see(page.locator('main tbody a'));
  await page.goto(`${world.server.url}/profile`);
  asked.length = 0;
  await page.goto(`${world.server.url}/contact`);
  await steps.see(page.locator('main tbody a'));
  expect([[], [byName]]).toContainEqual(asked);
  expect(tab.complaints).toEqual([]);
});

test('fields for numbers ask a phone for its keys', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/contact/create`, steps.CUSTOMER);
  const keys = async (label: string) => page.getByLabel(label).getAttribute('inputmode');
  expect(await keys('Phone')).toBe('tel');
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  expect(await keys('Phone numbers')).toBe('tel');
  await page.goto(`${world.server.url}/wallet/topup-history/create`);
  expect(await keys('Amount')).toBe('decimal');
});
