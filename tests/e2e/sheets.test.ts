import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let book: { name: string; content: Buffer };
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
  const path = join(import.meta.dirname, '../support/workbooks/several.xlsx');
  book = { name: 'customers.xlsx', content: await readFile(path) };
});
afterAll(() => world?.close());

const chosen = (page: Page, label: string): Promise<string | null> =>
  page.getByLabel(label, { exact: true }).locator('option:checked').textContent();
const rowsAre = (page: Page, rows: string) =>
  steps.eventually(async () => expect(await steps.figure(page, 'Total rows')).toBe(rows));

test('of a workbook the sheet, the header row and the hidden rows are chosen, by keyboard, and imported so', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/contact/imports/create`, steps.CUSTOMER);
  await steps.chooseFile(page, book);
  // The first two sheets are hidden, and a title stands above the column names.
  await steps.see(page.getByRole('cell', { name: '2026-11-23 9:30:00' }));
  expect([await chosen(page, 'Sheet'), await chosen(page, 'Row with the column names')]).toEqual([
    'Customers & co',
    'Row 3: Name, Mobile, Due',
  ]);
  await steps.see(page.getByText('12 rows are hidden in the spreadsheet'));
  await rowsAre(page, '20');

  // Another row is the header: the rows above it count for nothing.
  await page.getByLabel('Row with the column names').focus();
  await page.keyboard.press('ArrowDown');
  await rowsAre(page, '19');
  await page.keyboard.press('ArrowUp');
  await rowsAre(page, '20');
  await page.getByLabel('Row with the column names').selectOption({ label: 'No column names' });
  await steps.see(page.getByRole('columnheader', { name: 'Column 2' }));
  await page.getByLabel('Row with the column names').selectOption('3');
  await rowsAre(page, '20');

  // The other sheet has a formula without a result.
  await page.getByLabel('Sheet', { exact: true }).selectOption('कर्मचारी');
  await steps.see(page.getByText(/formula without a saved result: 1\./));
  // Below its last row there is nothing: the page says so, and keeps what it had.
  await page.getByLabel('Row with the column names').selectOption('3');
  await steps.see(page.getByRole('alert').filter({ hasText: 'no rows below them' }));
  expect(await chosen(page, 'Row with the column names')).toBe('Row 1: name, phone');
  await page.getByLabel('Sheet', { exact: true }).selectOption('Customers & co');
  await rowsAre(page, '20');

  await page.getByLabel('Include hidden rows').focus();
  await page.keyboard.press('Space');
  await rowsAre(page, '8');
  expect(await page.getByLabel('Include hidden rows').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Import 8 contacts' }).click();
  await steps.see(page.getByText('The import is finished.'));
  await steps.see(page.getByText('Customers & co'));
  const { count } = await world.server.call<{ count: number }>('GET', '/v1/core/contacts/?search=Person%207');
  expect(count).toBe(1);
  expect(tab.complaints).toEqual([]);
});

test('a workbook is not called damaged where only what reads it could not be fetched', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/contact/imports/create`, steps.CUSTOMER);
  await page.context().route('**/assets/workbookFile-*.js', (route) => route.abort());
  await steps.chooseFile(page, book);
  await steps.see(page.getByRole('alert').filter({ hasText: /could not be loaded\. Check your connection/ }));
  await page.context().unroute('**/assets/workbookFile-*.js');
  await steps.chooseFile(page, book);
  await rowsAre(page, '20');
});

test('a campaign goes to the sheet, the header row and the rows that were chosen', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  await steps.writeMessage(page, 'Due', 'Dear {{Name}}, {{Due}} is your day.');
  await page.getByRole('tab', { name: 'Upload a file' }).click();
  await steps.chooseFile(page, book);
  await page.getByLabel('Include hidden rows').uncheck();
  await page.getByRole('button', { name: 'Use this file (8 numbers)' }).click();
  await steps.see(page.getByRole('button', { name: 'Remove the file' }));
  await steps.check(page);
  await steps.see(page.getByText('Dear Person 0, 2026-11-23 9:30:00 is your day.').first());
  await steps.see(page.getByRole('alert').filter({ hasText: /^12 rows are hidden.* They are left out\.$/ }));
  await steps.send(page, '8');
  expect(tab.complaints).toEqual([]);
});

test('numbers of no known operator are kept as contacts, and left out of a message before it costs', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/contact/imports/create`, steps.CUSTOMER);
  const content = 'name,phone\nNew,9011234567\nOld,9841777790\n';
  await steps.chooseFile(page, { name: 'new.csv', content });
  await steps.see(page.getByRole('alert').filter({ hasText: 'Numbers of unknown operators: 1.' }));
  await page.getByRole('button', { name: 'Import 2 contacts' }).click();
  await steps.see(page.getByText('The import is finished.'));

  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'New numbers', 'Hello');
  await steps.pasteNumbers(page, ['9011234567', '9841777790']);
  await steps.check(page);
  expect(await steps.figure(page, 'Messages to send')).toBe('1');
  await steps.see(page.getByRole('listitem').filter({ hasText: 'Unknown operator' }));
  await steps.see(page.getByRole('cell', { name: 'No known operator has numbers that begin with 901.' }));
  expect(tab.complaints).toEqual([]);
});
