import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendByApi } from './sendByApi.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world?.close());

const PHONE = '9841777001';
const spaced = '+977 9841777001';
const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

/** Buttons of a page that may be there for who changes nothing: going through lists and looking. */
const HARMLESS = /^(Filters|Columns|First page|Previous page|Next page|Last page|Clear the search|Search)$/;

/** The names of the buttons and forms that change something. */
async function changing(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const button of await main(page).getByRole('button').all()) {
    const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    if (!HARMLESS.test(name.trim())) names.push(name.trim());
  }
  for (const name of [/^Edit/, /^Add /, /^Send/]) {
    names.push(...(await main(page).getByRole('link', { name }).allInnerTexts()));
  }
  return names;
}

test('a customer sends a message; support finds it by the number, opens the account, and can change nothing', async () => {
  const sender = await world.browser.open();
  await steps.openAs(sender.page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(sender.page, 'Parcel notice', 'Your parcel is at our shop.');
  await steps.pasteNumbers(sender.page, [PHONE]);
  await steps.check(sender.page);
  await steps.send(sender.page, '1');
  await steps.see(steps.status(sender.page, 'Completed'));
  expect(sender.complaints).toEqual([]);

  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, world.server.url, steps.SUPPORT);
  const entry = page.getByRole('searchbox', { name: /^Find a user/ });
  await entry.fill('९८४१-७७७ ००१');
  await entry.press('Enter');
  await steps.see(steps.title(page, 'Search'));
  const messages = section(page, `Messages to ${spaced}`);
  await steps.see(messages.getByText('Parcel notice'));
  expect(await messages.textContent()).toContain('Himal Traders');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await steps.see(page.getByText('Text hidden, 27 characters'));
  expect(await main(page).textContent()).not.toContain('Your parcel');
  expect(await changing(page)).toEqual([]);
  await main(page).getByRole('link', { name: 'Himal Traders' }).click();
  await steps.see(steps.title(page, 'Himal Traders'));
  await steps.eventually(() => steps.figure(section(page, 'Overview'), 'Held by campaigns')).toBe('Rs. 0.00');
  expect(await changing(page)).toEqual([]);
  for (const [name, text] of [
    ['Users', 'Sita Sharma'],
    ['Campaigns', 'Parcel notice'],
    ['Payments', 'NIC-20483311'],
    ['Daily sending', 'Messages per day'],
  ] as const) {
    await main(page).getByRole('link', { name, exact: true }).click();
    await steps.see(main(page).getByText(text));
    expect(await changing(page), name).toEqual([]);
  }
  // What the menu does not offer, the address does not give either.
  await page.goto(`${world.server.url}/admin/wallets`);
  await steps.see(page.getByText('You do not have access to this page'));
  expect(tab.complaints).toEqual([]);
});

test('support finds people and payments as they are written, and says when there is nothing', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/admin/search?q=maya`, steps.SUPPORT);
  await page.setViewportSize({ width: 390, height: 844 });
  await steps.see(section(page, 'Users').getByText('maya@pokhara.test'));
  const box = page.getByRole('searchbox');
  expect(await box.inputValue()).toBe('maya');
  await box.fill('nic 20483311');
  await steps.see(section(page, 'Payments').getByText('NIC-20483311'));
  await steps.eventually(() => steps.path(page)).toBe('/admin/search?q=nic+20483311');
  await box.fill('zzzz nobody');
  await steps.see(page.getByText('No results for “zzzz nobody”'));
  expect(tab.complaints).toEqual([]);
});

test('an administrator takes money back with a reason, and the customer sees it', async () => {
  const customer = await world.browser.open();
  await steps.openAs(customer.page, `${world.server.url}/wallet/history`, steps.CUSTOMER);
  await steps.see(steps.title(customer.page, 'Wallet history'));
  const before = await steps.balance(customer.page);

  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/admin/wallets`, steps.ADMIN);
  await page.getByRole('button', { name: 'Adjust the wallet of Himal Traders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust the wallet of Himal Traders' });
  await dialog.getByRole('button', { name: 'Adjust balance' }).click();
  await steps.eventually(() => dialog.getByText('Required', { exact: true }).count()).toBe(2);
  await dialog.getByLabel('Action').selectOption('take');
  await dialog.getByLabel('Amount in rupees').fill('100.50');
  await dialog.getByLabel('Reason').fill('Charged twice for one top-up');
  expect(await steps.figure(dialog, 'Current balance')).toBe(`Rs. ${before}`);
  const after = await steps.figure(dialog, 'Balance after');
  await dialog.getByRole('button', { name: /^Deduct Rs/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await steps.see(main(page).getByRole('row', { name: new RegExp(after.replace('Rs. ', '')) }));

  await customer.page.reload();
  const row = customer.page.getByRole('row', { name: /Charged twice for one top-up/ });
  await steps.see(row);
  expect(await row.textContent()).toContain('-Rs.\u00a0100.50');
  await steps.eventually(async () => `Rs. ${await steps.balance(customer.page)}`).toBe(after);
  expect([...tab.complaints, ...customer.complaints]).toEqual([]);
});

test('an account is deactivated: its user is signed out where they are, and can come back when it is active', async () => {
  const other = await world.browser.open();
  await other.page.goto(world.server.url);
  await steps.signIn(other.page, 'maya@pokhara.test');
  await steps.see(steps.title(other.page, 'Dashboard'));

  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/admin/accounts`, steps.ADMIN);
  await steps.search(page, 'maya@pokhara');
  await page.getByRole('link', { name: 'Pokhara Travels' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Pokhara Travels?' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await steps.see(steps.status(page, 'Inactive'));

  await other.page.goto(`${world.server.url}/contact`);
  await steps.see(steps.title(other.page, 'Sign in'));
  other.excuse(/status of 401/);
  await steps.signIn(other.page, 'maya@pokhara.test');
  await steps.eventually(() => other.page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  other.excuse(/status of 400/);

  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await steps.see(steps.status(page, 'Active'));
  await steps.signIn(other.page, 'maya@pokhara.test');
  await steps.see(steps.title(other.page, 'Contacts'));
  expect([...tab.complaints, ...other.complaints]).toEqual([]);
});

test('an administrator opens the text of a campaign, and the audit log says so', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await sendByApi(world, { name: 'New hours', body: 'We are open until six.', numbers: ['9841777002'] });
  await steps.openAs(page, `${world.server.url}/sms`, steps.ADMIN);
  await main(page).getByRole('link', { name: 'New hours' }).click();
  await steps.see(page.getByText('Text hidden, 22 characters'));
  await page.getByRole('button', { name: 'Show text' }).press('Enter');
  await steps.see(page.getByText('We are open until six.'));
  await page.goto(`${world.server.url}/admin/audit-log`);
  await steps.see(main(page).getByText('Opened a message text'));
  expect(tab.complaints).toEqual([]);
});
