import { beforeAll, expect, test } from 'vitest';
import { PRICING_VAT } from '#schema/billingSettings.ts';
import { campaign } from '#schema/campaign.ts';
import type { Dashboard } from '#schema/dashboard.ts';
import { kyc } from '#schema/kyc.ts';
import { message } from '#schema/message.ts';
import { packageForSale } from '#schema/packageForSale.ts';
import { ACTIVE_PRICES } from '#schema/productPricing.ts';
import { wallet } from '#schema/wallet.ts';
import { readWith } from './routes.ts';
import { expectSteady, type LateAnswer } from './steadyPages.ts';
import * as steps from './steps.ts';
import { tokenOf } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

const words = 'main .skeleton-words';
const shown = (path: string) => new RegExp(path.replaceAll('/', '\\/'));

/** The address of the first record of a list that fits. */
async function first(path: string, of: (uuid: string) => string, isIt = (_: object): boolean => true) {
  const get = readWith(world.server.url, await tokenOf(world, steps.ADMIN));
  const { results } = (await get(`${path}?page_size=100`)) as { results: { uuid: string }[] };
  const found = results.find(isIt);
  if (!found) throw new Error(`no such record in ${path}`);
  return of(found.uuid);
}

const pages: (Omit<LateAnswer, 'width' | 'path'> & {
  name: string;
  widths: number[];
  path: string | (() => Promise<string>);
})[] = [
  {
    name: 'packages, by the price of the wallet',
    ...{ as: steps.CUSTOMER, path: '/packages/sms', widths: [390, 1180] },
    ...{ held: /\/v1\/sms\/configs\//, until: words, parts: '.pack, .pack > *' },
  },
  {
    name: 'a package for sale, by the default price',
    as: steps.ADMIN,
    path: () => first(packageForSale.path, (uuid) => `/admin/packages/${uuid}`),
    ...{ widths: [390], held: shown(ACTIVE_PRICES), until: words, parts: '.crud-form > *' },
  },
  {
    name: 'a new price, by the tax',
    ...{ as: steps.ADMIN, path: '/admin/product-pricing/create', widths: [390, 768] },
    ...{ held: shown(PRICING_VAT), until: words, parts: '.crud-form > *' },
  },
  {
    name: 'prices, by those in force now',
    ...{ as: steps.ADMIN, path: '/admin/product-pricing', widths: [768, 1180] },
    ...{ held: shown(ACTIVE_PRICES), until: words, parts: '.pricing-now, .crud-list' },
  },
  {
    name: 'wallets, by their totals',
    ...{ as: steps.ADMIN, path: '/admin/wallets', widths: [390, 768] },
    ...{
      held: shown(`${wallet.path}totals/`),
      until: '.wallet-totals .MuiSkeleton-root',
      parts: '.wallet-head > *',
    },
  },
  {
    name: 'the dashboard of staff, by its figures',
    ...{ as: steps.ADMIN, path: '/', widths: [390] },
    ...{ held: /dashboard-summary/, until: words, parts: '.dash-figure' },
  },
  {
    name: 'the dashboard of a customer, by its figures',
    ...{ as: steps.CUSTOMER, path: '/', widths: [390, 1180] },
    ...{ held: /\/v1\/core\/dashboard\//, until: words, parts: '.dash-figure' },
  },
  {
    name: 'the dashboard on the first of a month, by its figures',
    ...{ as: steps.CUSTOMER, path: '/', widths: [390, 1180] },
    ...{ held: /\/v1\/core\/dashboard\//, until: words, parts: '.dash-figure' },
    change: ({ data }: { data: Dashboard }) => {
      if (data.use) Object.assign(data.use.month, { sent: 0, delivered: 0, failed: 0, test: 0 });
    },
  },
  {
    name: 'the wallet history, by the names of campaigns',
    ...{ as: steps.CUSTOMER, path: '/wallet/history', widths: [390] },
    ...{ held: shown(campaign.path), until: '.crud-late .crud-skeleton' },
    ...{ parts: '.crud-rows td[data-place="date"]', isWide: true },
  },
  {
    name: 'a KYC record, by its documents',
    as: steps.ADMIN,
    path: () =>
      first(
        kyc.path,
        (uuid) => `/kyc/${uuid}`,
        (row) => 'company_name' in row && row.company_name === 'Terai Mills Pvt. Ltd.',
      ),
    ...{ widths: [390, 1440], held: /\/v1\/core\/files\//, until: words, parts: '.kyc-files > figure' },
  },
];

test.each(pages.flatMap(({ widths, ...page }) => widths.map((width) => ({ width, ...page }))))(
  '$name, $width px: nothing moves when they come',
  async ({ name: _, path, ...late }) => {
    await expectSteady(world, { ...late, path: typeof path === 'string' ? path : await path() });
  },
);

test('a space before a count that comes later is no text that moves', async () => {
  const { page, complaints } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(new RegExp(message.path), async (route) => {
    await promise;
    await route.continue();
  });
  await page.locator('main tbody a').first().click();
  const heading = page.getByRole('heading', { name: 'Messages to this number' });
  await steps.see(heading);
  expect(await heading.evaluate((one) => one.childNodes.length)).toBe(1);
  letGo();
  await steps.see(page.locator('.contact-history .crud-total'));
  expect(complaints).toEqual([]);
});
