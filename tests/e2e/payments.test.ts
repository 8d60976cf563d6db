import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStaff } from './staff.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    environment: { PAYMENT_INSTRUCTIONS: 'Demo Provider\nNIC Asia Bank, account 0123456789' },
  });
});
afterAll(() => world?.close());

/** A picture of one dot: as small as a receipt can be. */
const receipt = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Payment {
  uuid: string;
  amount: number;
  reference: string | null;
}

async function api<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(world.server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const token = async (email: string, door: string): Promise<string> =>
  (await api<{ data: { token: string } }>('', 'POST', door, { email, password: steps.PASSWORD })).data.token;
const decide = (action: 'confirm' | 'reject', body: Record<string, string>): Promise<unknown> =>
  asStaff(world, 'POST', `/v1/credit/payment/credit_payment_${action}/`, body);

/** The customer's payment with this reference, as the API lists it. */
async function paymentOf(reference: string): Promise<Payment> {
  const own = await token(steps.CUSTOMER, '/v1/login/');
  const list = await api<{ results: Payment[] }>(own, 'GET', '/v1/credit/user-payment-reference/');
  const found = list.results.find((payment) => payment.reference === reference);
  if (!found) throw new Error(`no payment has the reference ${reference}`);
  return found;
}

const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words });
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function requestTopup(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByRole('link', { name: 'Request a top-up' }).first().click();
  await page.getByLabel('Amount in rupees').fill(amount);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await steps.see(page.getByText('NIC Asia Bank, account 0123456789'));
  await page.getByLabel('Transfer number').fill(reference);
}

test('a top-up with a receipt is confirmed by staff, seen without a reload, invoiced and spent', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/wallet/topup-history`, steps.CUSTOMER);
  const before = await steps.balance(page);
  const after = steps.rupees(steps.amountOf(before) + 1234.56);
  await requestTopup(page, '१,२३४.५६', 'E2E-1');
  await page.locator('input[type=file]').setInputFiles({
    name: 'voucher.png',
    mimeType: 'image/png',
    buffer: receipt,
  });
  await steps.see(page.getByText(/, uploaded$/));
  await page.getByRole('button', { name: 'Check the amount' }).click();
  expect(await steps.figure(page, 'You pay')).toBe('Rs. 1,234.56');
  expect(await steps.figure(page, 'Balance after confirmation')).toBe(`Rs. ${after}`);
  await page.getByRole('button', { name: /^Request Rs\.\s1,234\.56$/ }).click();
  const line = row(page, 'E2E-1');
  await steps.see(line.getByText('Pending'));
  expect(steps.path(page)).toBe('/wallet/topup-history');
  expect(await steps.balance(page)).toBe(before);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await decide('confirm', { uuid: (await paymentOf('E2E-1')).uuid });
  await steps.eventually(() => steps.balance(page)).toBe(after);
  await steps.see(line.getByText('Confirmed'));
  await steps.see(page.getByText('Your top-up of Rs. 1,234.56 is confirmed and added to your wallet.'));
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  await line.getByRole('link', { name: '1,234.56' }).click();
  await steps.see(steps.title(page, /^Top-up of Rs\.\s1,234\.56$/));
  const saved = await steps.download(page, page.getByRole('button', { name: 'Download receipt' }));
  expect(saved.name).toMatch(/\.png$/);
  await readInvoice(page);
  await spend(page, steps.rupees(steps.amountOf(after) - 1.36));
  expect(tab.complaints).toEqual([]);
});

/** From the payment to its invoice, on the screen and on paper. */
async function readInvoice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tax invoice' }).click();
  await steps.see(steps.title(page, /^Tax invoice \d{4}\/\d\d-\d{6}$/));
  const paper = page.getByRole('article');
  const lines = (await steps.rows(paper.getByRole('table'))).map((cells) => cells.map(plain));
  expect(lines).toEqual([['1', 'Credit for bulk SMS', '1', '1,092.53']]);
  const sums = await paper.locator('.invoice-sums > div').allInnerTexts();
  expect(sums.map(plain)).toEqual([
    'Taxable amount Rs. 1,092.53',
    'VAT 13% Rs. 142.03',
    'Total Rs. 1,234.56',
  ]);

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await paper.isVisible()).toBe(true);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // A4 in points.
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](\.\d+)? 84[12](\.\d+)?\s*\]/);
  await page.emulateMedia({ media: null });
}

async function spend(page: Page, left: string): Promise<void> {
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Thanks', 'Thank you for your payment.');
  await steps.pasteNumbers(page, ['9841555001']);
  await steps.check(page);
  await steps.send(page, '1');
  await steps.see(steps.status(page, 'Completed'));
  // One part at 1.356, rounded once.
  await steps.eventually(() => steps.balance(page)).toBe(left);
  await page.goto(`${world.server.url}/wallet/history`);
  await steps.see(row(page, 'Bank transfer E2E-1').getByText('+Rs. 1,234.56'));
}

test('a package is bought from the wallet once, used up by a campaign, and listed where it belongs', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/packages/sms`, steps.CUSTOMER);
  await steps.see(page.getByText(/^6% cheaper than from the wallet/));
  const before = await steps.balance(page);
  await page.getByRole('button', { name: /^Buy Small for/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Buy Small for Rs\.\s320\.00\?$/ });
  expect(await steps.figure(dialog, 'Current balance')).toBe(`Rs. ${before}`);
  const after = await steps.figure(dialog, 'Balance after');
  await dialog.getByRole('button', { name: /^Buy for Rs\.\s320\.00$/ }).dblclick();
  const bought = page.getByRole('dialog', { name: 'You have bought Small' });
  await steps.see(bought);
  // Where the answer was quick, the second click comes now.
  await page.getByRole('link', { name: 'See active packages' }).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(steps.path(page)).toBe('/packages/sms');
  expect(await bought.isVisible()).toBe(true);
  await page.getByRole('link', { name: 'See active packages' }).click();
  await steps.see(page.getByText('250 of 250 left'));
  await steps.eventually(async () => `Rs. ${await steps.balance(page)}`).toBe(after);
  await steps.see(page.getByText('Expires in 30 days'));
  expect(await page.getByRole('meter').count()).toBe(1);

  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Full', 'Shops open at ten tomorrow.');
  await steps.pasteNumbers(
    page,
    Array.from({ length: 250 }, (_, n) => String(9_841_601_000 + n)),
  );
  await steps.check(page);
  await steps.send(page, '250');
  await steps.see(steps.status(page, 'Completed'));
  expect(`Rs. ${await steps.balance(page)}`).toBe(after);

  await page.goto(`${world.server.url}/packages/active-packages`);
  await steps.see(page.getByText('You have no active package'));
  await page.getByRole('link', { name: 'Used up', exact: true }).click();
  await steps.see(page.getByText('0 of 250 left'));
  expect(steps.path(page)).toBe('/packages/active-packages?tab=used');
  await page.getByRole('link', { name: 'Expired', exact: true }).click();
  await steps.see(page.getByRole('table').getByText('Expired', { exact: true }));
  await page.reload();
  await steps.see(page.getByRole('table').getByText('250 of 250 left'));

  await page.goto(`${world.server.url}/packages/history`);
  await steps.eventually(() => page.getByText('Invoiced with the top-up').count()).toBe(2);
  expect(tab.complaints).toEqual([]);
});

test('a pending request is cancelled by the customer, and a rejected one shows its reason', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/wallet/topup-history`, steps.CUSTOMER);
  await steps.see(row(page, 'NABIL-77120').getByText(/^No transfer with this reference has reached/));
  const before = await steps.balance(page);

  const seeded = row(page, 'NIC-20561904');
  await seeded.getByRole('button', { name: /^Cancel the payment/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel the payment of Rs\.\s15,000\.00\?$/ });
  // An Esc that comes before the dialog would leave it open.
  await steps.see(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await steps.see(seeded.getByText('Pending'));
  await seeded.getByRole('button', { name: /^Cancel the payment/ }).click();
  await dialog.getByRole('button', { name: 'Cancel the payment' }).click();
  await steps.see(seeded.getByText('Cancelled'));
  expect(await seeded.getByRole('button').count()).toBe(0);

  await requestTopup(page, '500', 'E2E-2');
  await page.getByRole('button', { name: 'Check the amount' }).click();
  await page.getByRole('button', { name: /^Request Rs\.\s500\.00$/ }).click();
  const line = row(page, 'E2E-2');
  await steps.see(line.getByText('Pending'));
  await decide('reject', {
    uuid: (await paymentOf('E2E-2')).uuid,
    reason: 'The voucher is of another bank.',
  });
  await steps.see(line.getByText('The voucher is of another bank.'));
  await steps.see(line.getByText('Rejected'));
  expect(await steps.balance(page)).toBe(before);
  expect(tab.complaints).toEqual([]);
});
