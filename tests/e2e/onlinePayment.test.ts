import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ESEWA_PRODUCT, ESEWA_SECRET, type EsewaServer, startEsewa } from '../support/esewaServer.ts';
import { KHALTI_SECRET, type KhaltiServer, startKhalti } from '../support/khaltiServer.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let esewa: EsewaServer;
let khalti: KhaltiServer;
let world: World;
beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  world = await startWorld({
    environment: (url) => ({
      PUBLIC_URL: url,
      ESEWA_PRODUCT_CODE: ESEWA_PRODUCT,
      ESEWA_SECRET,
      ESEWA_URL: esewa.formUrl,
      ESEWA_STATUS_URL: esewa.statusUrl,
      KHALTI_SECRET,
      KHALTI_URL: khalti.apiUrl,
    }),
  });
});
afterAll(() => Promise.all([world?.close(), esewa?.close(), khalti?.close()]));

/** From the form of a top-up to the service's own page; answers once it is open. */
async function goToPay(page: Page, amount: string, service: 'eSewa' | 'Khalti'): Promise<void> {
  await page.getByLabel('Amount in rupees').fill(amount);
  await page.getByRole('radio', { name: service }).check();
  await page.getByRole('button', { name: 'Check the amount' }).click();
  await page.getByRole('button', { name: new RegExp(`^Pay Rs\\.\\s${amount} with ${service}$`) }).click();
  await steps.see(page.getByRole('heading', { level: 1, name: new RegExp(`^${service}: `) }));
}
const says = (page: Page, words: string | RegExp) =>
  steps.see(page.getByRole('heading', { level: 2, name: words }));
const figure = async (page: Page, label: string): Promise<string> =>
  (await steps.figures(page, [label]))[label] ?? '';

test('a customer tops up by eSewa: the balance rises once, however often the page is loaded again', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/wallet/topup-history/create`, steps.CUSTOMER);
  const after = steps.rupees(steps.amountOf(await steps.balance(page)) + 1234.5);
  await goToPay(page, '1,234.50', 'eSewa');
  expect(new URL(page.url()).origin).toBe(esewa.base);

  await page.getByRole('button', { name: 'Pay' }).click();
  await says(page, /1,234\.50 was added to your wallet/);
  expect(steps.path(page)).toMatch(/^\/wallet\/online\/[0-9a-f-]{36}$/);
  expect(await figure(page, 'eSewa number')).toMatch(/TS$/);
  await steps.eventually(() => figure(page, 'Current balance')).toBe(`Rs. ${after}`);
  await steps.eventually(() => steps.balance(page)).toBe(after);

  await page.reload();
  await says(page, /1,234\.50 was added to your wallet/);
  await steps.eventually(() => figure(page, 'Current balance')).toBe(`Rs. ${after}`);
  const uuid = steps.path(page).split('/').at(-1) as string;
  await page.goto(`${world.server.url}/wallet/online/${uuid}?data=${Buffer.from('{}').toString('base64')}`);
  await says(page, /1,234\.50 was added to your wallet/);
  await steps.eventually(() => steps.balance(page)).toBe(after);

  await page.getByRole('link', { name: 'Tax invoice' }).click();
  await steps.see(page.getByText('1,234.50').first());
  expect(tab.complaints).toEqual([]);
});

test('cancelling at Khalti charges nothing, and paying later adds the money', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/wallet/topup-history/create`, steps.CUSTOMER);
  const before = steps.amountOf(await steps.balance(page));
  await goToPay(page, '500.00', 'Khalti');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await says(page, 'The payment was not made');
  await steps.see(page.getByText('The payment was cancelled at Khalti.'));

  await page.getByRole('link', { name: 'New top-up' }).click();
  await goToPay(page, '500.00', 'Khalti');
  await page.getByRole('button', { name: 'Pay' }).click();
  await says(page, /500\.00 was added to your wallet/);
  await steps.eventually(async () => steps.amountOf(await steps.balance(page))).toBe(before + 500);
  expect(tab.complaints).toEqual([]);
});

test('a payment that eSewa reports late is found without another press', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/wallet/topup-history/create`, steps.CUSTOMER);
  await goToPay(page, '100.00', 'eSewa');
  const action = (await page.locator('form').first().getAttribute('action')) ?? '';
  const uuid = action.split('/').at(-1) as string;
  await page.goto(`${world.server.url}/wallet/online/${uuid}`);
  await says(page, 'eSewa has not confirmed the payment yet');
  esewa.pay(uuid);
  await says(page, /100\.00 was added to your wallet/);
  expect(tab.complaints).toEqual([]);
});
