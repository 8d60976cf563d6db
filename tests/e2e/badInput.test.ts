import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world?.close());

const count = async (path: string): Promise<number> =>
  (await world.server.call<{ count: number }>('GET', path)).count;

async function refuses(page: Page, file: Parameters<typeof steps.chooseFile>[1], why: RegExp): Promise<void> {
  await steps.chooseFile(page, file);
  await steps.see(page.getByRole('alert').filter({ hasText: why }));
  await steps.see(page.getByRole('button', { name: 'Choose a file' }));
}

test('a file that is no sheet, is empty or has another encoding gets its own message before anything is sent', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().includes('/login')) uploads.push(request.url());
  });
  const before = await count('/v1/core/contacts/');
  await steps.openAs(page, `${world.server.url}/contact/imports/create`, steps.CUSTOMER);
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>', 'latin1');
  await refuses(page, { name: 'prices.csv', content: pdf }, /not a CSV or XLSX file/);
  await refuses(page, { name: 'empty.csv', content: '' }, /This file is empty\. Nothing was uploaded/);
  await refuses(page, { name: 'header.csv', content: 'name,phone\n' }, /column names but no rows below/);
  await refuses(
    page,
    { name: 'quote.csv', content: 'name,phone\n"Sita,9841777701\nRam,9841777702\n' },
    /in row 2 is not closed/,
  );

  // As Excel saves "Unicode text": UTF-16 with tabs. Every letter is kept.
  const utf16 = Buffer.from('\ufeffname\tphone\nसीता राई\t९८४१७७७७०३\n', 'utf16le');
  await steps.chooseFile(page, { name: 'unicode.txt', content: utf16, type: 'text/plain' });
  await steps.see(page.getByRole('cell', { name: 'सीता राई' }));
  expect(await steps.figure(page, 'Valid numbers')).toBe('1');

  // In Windows-1252 there is no Nepali: the page says to look at the names.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const latin = Buffer.from('name,phone\nJosé,9841777704\n', 'latin1');
  await steps.chooseFile(page, { name: 'latin.csv', content: latin });
  await steps.see(page.getByText(/read as Windows-1252\. Check that the names below are correct/));
  await steps.see(page.getByRole('cell', { name: 'José' }));
  expect(uploads).toEqual([]);

  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await steps.see(page.getByText('The import is finished.'));
  await page.getByRole('link', { name: 'Show contacts' }).click();
  await steps.search(page, '9841777704');
  await steps.see(page.getByRole('link', { name: 'José' }));
  expect(await count('/v1/core/contacts/')).toBe(before + 1);
  expect(tab.complaints).toEqual([]);
});

test('what is missing or wrong in a message is said beside it, and nothing that was written is lost', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.see(page.getByLabel('Sender ID'));
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await steps.see(summary);
  expect(await summary.evaluate((box) => document.activeElement === box)).toBe(true);
  await steps.see(summary.getByText('Add recipients: paste numbers, choose groups or upload a file.'));
  await summary.getByRole('link', { name: 'Enter a campaign name.' }).click();
  await steps.eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('compose-name');

  await steps.writeMessage(page, 'Nobody', 'Hello');
  await steps.pasteNumbers(page, ['01-4412345', '98412', 'abc']);
  await steps.see(page.getByText('3 invalid'));
  await steps.check(page);
  await steps.see(page.getByText('No recipients to send to'));
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  await page.goBack();
  await steps.eventually(() => page.getByLabel('Phone numbers').inputValue()).toBe('01-4412345\n98412\nabc');
  expect(await page.getByLabel('Campaign name').inputValue()).toBe('Nobody');
  expect(tab.complaints).toEqual([]);
});

test('Send pressed twice at once is one campaign', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  const before = await count('/v1/sms/compose/');
  await steps.writeMessage(page, 'Twice', 'Only once, please.');
  await steps.pasteNumbers(page, ['9841600010', '9841600011']);
  await steps.check(page);
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 messages' }).dblclick();
  await steps.see(steps.status(page, 'Completed'));
  expect(await count('/v1/sms/compose/')).toBe(before + 1);
  expect(await world.operator.messages('+9779841600010')).toHaveLength(1);
  expect(tab.complaints).toEqual([]);
});

test('a session that ends while somebody writes keeps the draft through signing in again', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(page, 'Written at length', 'नमस्ते {{name}}, भेट हुँदै छ।');
  await steps.chooseGroup(page, 'Staff');
  await page.context().clearCookies({ name: 'token' });
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  await steps.see(steps.title(page, 'Sign in'));
  expect(steps.path(page)).toBe('/login?next=%2Fsms%2Fbulk-sms');
  tab.excuse(/status of 401/);

  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(page.getByText('Your draft was restored. Nothing was sent.'));
  expect(await page.getByLabel('Campaign name').inputValue()).toBe('Written at length');
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('नमस्ते {{name}}, भेट हुँदै छ।');
  await steps.see(page.getByText('Total: 40 contacts in groups.'));
  await steps.check(page);

  // The same holds for the form of a record.
  await page.getByRole('link', { name: 'SMS Templates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave and keep draft' }).click();
  await page.getByRole('link', { name: /^Add / }).click();
  await steps.see(steps.title(page, /^Add /));
  await page.getByLabel('Name', { exact: true }).fill('Half a template');
  await page.getByLabel('Text', { exact: true }).fill('Dear {{name}},');
  await page.context().clearCookies({ name: 'token' });
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, 'Sign in'));
  tab.excuse(/status of 401/);
  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(page.getByText('We restored what you typed. It is not saved yet.'));
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a template');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, 'Half a template'));
  expect(tab.complaints).toEqual([]);
});

test('leaving what is written asks first, and a reload of the page brings it back', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(page, 'Not sent yet', 'Hello');
  const leave = page.getByRole('dialog', { name: 'Leave without sending?' });
  await page.getByRole('link', { name: 'Campaign List' }).click();
  await steps.see(leave);
  await leave.getByRole('button', { name: 'Stay' }).click();
  await leave.waitFor({ state: 'hidden' });
  expect(steps.path(page)).toBe('/sms/bulk-sms');

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await steps.see(page.getByText('Your draft was restored. Nothing was sent.'));
  expect(asked).toEqual(['beforeunload']);
  expect(await page.getByLabel('Campaign name').inputValue()).toBe('Not sent yet');

  await page.getByRole('link', { name: 'Campaign List' }).click();
  await leave.getByRole('button', { name: 'Discard and leave' }).click();
  await steps.see(steps.title(page, 'Campaigns'));
  await page.getByRole('link', { name: 'Send Bulk SMS' }).first().click();
  await steps.see(page.getByLabel('Campaign name'));
  expect(await page.getByLabel('Campaign name').inputValue()).toBe('');
  expect(tab.complaints).toEqual([]);
});
