import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeDate } from './dates.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const openAdmin = (page: Page, path: string): Promise<void> =>
  steps.openAs(page, world.server.url + path, steps.ADMIN);
const openCustomer = (page: Page, path: string): Promise<void> =>
  steps.openAs(page, world.server.url + path, steps.CUSTOMER);
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();

test('a dearer price for one account is set, and its next plan shows it', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/product-pricing');
  await steps.see(steps.title(page, 'Product pricing'));
  await steps.eventually(() => steps.figure(page, 'NTC')).toMatch(/^Rs\. 1\.356 Default price, any operator/);
  await page.getByRole('link', { name: 'Add price' }).click();

  // Wrong input first: it is told beside its field, which has the focus.
  await page.getByLabel('Price per part (Rs.)').fill('-1');
  await save(page);
  await steps.see(page.getByText('At least Rs. 0.00'));
  const price = page.getByLabel('Price per part (Rs.)');
  expect(await price.evaluate((input) => input === document.activeElement)).toBe(true);

  await steps.chooseHimal(page.getByLabel('Account (optional)'));
  await price.fill('2.26');
  expect(await steps.figure(page, 'Without VAT')).toBe('Rs. 2.00');
  await save(page);
  await page.waitForURL(/\/admin\/product-pricing\/[\da-f-]{36}\/show$/);
  await page.getByRole('link', { name: 'Back to product pricing' }).click();
  const line = page.getByRole('row').filter({ hasText: 'Himal Traders' });
  await steps.see(line.getByText('In force'));
  expect(await line.getByRole('link', { name: /^Edit/ }).count()).toBe(0);

  await steps.chooseHimal(page.getByLabel('Prices for account'));
  await steps.eventually(() => steps.figure(page, 'NTC')).toMatch(/^Rs\. 2\.26 Own price/);
  expect(tab.complaints).toEqual([]);

  const customer = await world.browser.open();
  await openCustomer(customer.page, '/sms/bulk-sms');
  await steps.writeMessage(customer.page, 'Dearer', 'Shops open at ten.');
  await steps.pasteNumbers(customer.page, ['9841555001']);
  await steps.check(customer.page);
  expect(await steps.figure(customer.page, 'From the wallet')).toBe('Rs. 2.26');
  expect(customer.complaints).toEqual([]);
});

test('a price to come of every account is confirmed, announced, and deleted after asking', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/product-pricing/create');
  await page.getByLabel('Price per part (Rs.)').fill('3.39');
  await page.getByLabel('Operator (optional)').selectOption('Ncell');
  await typeDate(page, 'In force from (optional)', 'AD', ['2040', '1', '1']);
  await page.getByLabel('Time (24 hours)').fill('10:00');
  await save(page);
  const impact = page.getByRole('dialog', { name: /^Change the price of \d+ accounts\?$/ });
  await steps.see(impact.getByText(/^The new price applies from 1 Jan 2040, 10:00 NPT\./));
  await steps.see(impact.getByRole('row', { name: /^Ncell \d+ Rs\.\s1\.356 Rs\.\s3\.39 ?\+Rs\.\s2\.034$/ }));
  await impact.getByRole('button', { name: /^Change the price of/ }).click();
  await page.waitForURL(/\/admin\/product-pricing\/[\da-f-]{36}\/show$/);
  await page.getByRole('link', { name: 'Back to product pricing' }).click();
  await steps.eventually(() => steps.figure(page, 'Ncell')).toContain('Rs. 3.39 from 1 Jan 2040, 10:00');
  await page.getByRole('button', { name: 'Delete: Default, Ncell, Rs. 3.39' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Default, Ncell, Rs. 3.39?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await steps.eventually(() => page.getByText('Scheduled').count()).toBe(0);
  expect(tab.complaints).toEqual([]);
});

test('a keyword is blocked, tried in the test box, and then refuses a campaign', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/blocked-keywords');
  await steps.see(page.getByText('No blocked keywords yet'));
  await page.getByRole('link', { name: 'Add blocked keyword' }).first().click();
  await page.getByLabel('Keyword').fill('चिट्ठा');
  await save(page);
  await steps.see(steps.title(page, 'चिट्ठा'));
  await page.getByRole('link', { name: 'Back to blocked keywords' }).click();
  await steps.see(page.getByRole('row').filter({ hasText: 'चिट्ठा' }));

  await page.getByLabel('Message text').fill('चिट्ठाको नतिजा');
  await steps.see(page.getByText('No active keyword in this text.'));
  await page.getByLabel('Message text').fill('ठूलो चिट्\u200dठा खुल्यो।');
  await steps.see(page.getByText('Blocked: one place with “चिट्ठा”.'));
  expect(await page.locator('mark').allTextContents()).toEqual(['चिट्\u200dठा']);
  expect(tab.complaints).toEqual([]);

  const customer = await world.browser.open();
  await openCustomer(customer.page, '/sms/bulk-sms');
  await steps.writeMessage(customer.page, 'Lottery', 'आज चिट्ठा खुल्यो।');
  await steps.pasteNumbers(customer.page, ['9841555001']);
  await customer.page.getByRole('button', { name: 'Check recipients and cost' }).click();
  await steps.see(
    customer.page.getByText(/The text has a blocked keyword: “चिट्ठा” at character \d+\. Write it without\./),
  );
  await customer.page.getByLabel('Text', { exact: true }).fill('आज नतिजा आयो।');
  await steps.check(customer.page);
});

test('a new package is put on sale and bought, and then can no longer be deleted', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/packages');
  await page.getByRole('link', { name: 'Add package for sale' }).click();
  await steps.see(steps.title(page, 'Add package for sale'));
  await page.getByLabel('Name').fill('Winter');
  await page.getByLabel('Parts').fill('500');
  await page.getByLabel('Price (Rs.)').fill('565');
  await steps.see(page.getByText('17% cheaper than the default price (Rs. 1.356).'));
  await page.getByLabel('Days').fill('45');
  await save(page);
  await steps.see(steps.title(page, 'Winter'));
  await page.getByRole('link', { name: 'Back to packages for sale' }).click();
  await steps.see(page.getByRole('button', { name: 'Delete: Winter' }));
  expect(tab.complaints).toEqual([]);

  // Not the customer whose next campaign is priced above: a package would pay for it.
  const customer = await world.browser.open();
  await steps.openAs(customer.page, `${world.server.url}/packages/sms`, 'ram@terai.test');
  await customer.page.getByRole('button', { name: /^Buy Winter for/ }).click();
  await customer.page.getByRole('button', { name: /^Buy for Rs\.\s565\.00$/ }).click();
  await steps.see(customer.page.getByRole('dialog', { name: 'You have bought Winter' }));
  expect(customer.complaints).toEqual([]);

  await page.reload();
  const line = page.getByRole('row').filter({ hasText: 'Winter' });
  await steps.see(line);
  expect(await line.getByRole('button').count()).toBe(0);
  await line.getByRole('link', { name: 'Winter' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await steps.see(page.getByText(/^This package was bought once\./));
  await page.getByLabel('For sale').uncheck();
  await save(page);
  await page.getByRole('link', { name: 'Back to packages for sale' }).click();
  await steps.see(line.getByText('Not for sale'));
  await customer.page.goto(`${world.server.url}/packages/sms`);
  await steps.see(customer.page.getByRole('button', { name: /^Buy Small for/ }));
  expect(await customer.page.getByRole('button', { name: /^Buy Winter for/ }).count()).toBe(0);
});

test('a Viber name is added and decided, and the customer reads it in the profile', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/viber-identities');
  await steps.see(
    page.getByText(/^With an approved Viber identity the account can send campaigns over Viber/),
  );
  await page.getByRole('link', { name: 'Add viber identity' }).first().click();
  await steps.chooseHimal(page.getByLabel('Account'));
  await page.getByLabel('Name').fill('Himal Offers');
  await save(page);
  await steps.see(steps.title(page, 'Himal Offers'));
  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Has Viber rejected Himal Offers?' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await steps.see(dialog.getByText('Required'));
  await dialog.getByLabel('Reason').fill('Viber asks for a registration.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await steps.see(page.getByText('Himal Offers is rejected'));
  await steps.eventually(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(tab.complaints).toEqual([]);

  const customer = await world.browser.open();
  await openCustomer(customer.page, '/profile');
  const card = customer.page.getByRole('region', { name: 'Viber identities' });
  await steps.see(card.getByText('Reason: Viber asks for a registration.'));
  await steps.see(card.getByText('Rejected'));
});

test('the number plan says whose a number is, and a longer range takes its place', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await openAdmin(page, '/admin/number-plan');
  await page.getByLabel('Mobile number').fill('9842000001');
  await steps.see(page.getByText('NTC, because it starts with 984.'));
  await page.getByRole('link', { name: 'Add number range' }).click();
  await steps.see(steps.title(page, 'Add number range'));
  await page.getByLabel('First digits').fill('01');
  await page.getByLabel('Operator', { exact: true }).selectOption('Ncell');
  await save(page);
  await steps.see(page.getByText('Enter the first digits of its mobile numbers, such as 984 or 9841.'));
  await page.getByLabel('First digits').fill('९८४२');
  await save(page);
  await page.waitForURL(/\/admin\/number-plan$/);
  await steps.see(page.getByRole('link', { name: 'Edit: 9842' }));
  await page.getByLabel('Mobile number').fill('9842000001');
  await steps.see(page.getByText('Ncell, because it starts with 9842.'));
  expect(tab.complaints).toEqual([]);
});

test('support staff find none of these pages', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/product-pricing`, steps.SUPPORT);
  await steps.see(page.getByRole('heading', { level: 1 }));
  expect(await page.getByText('In force now').count()).toBe(0);
  for (const name of [
    'Product Pricing',
    'Packages for Sale',
    'Blocked Keywords',
    'Viber Identities',
    'Number Plan',
  ])
    expect(await page.getByRole('link', { name }).count(), name).toBe(0);
});
