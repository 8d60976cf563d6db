import { afterAll, beforeAll, expect, test } from 'vitest';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('an administrator changes a template, and finds in the log what it was before', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  // Somebody tried to get in first.
  await page.goto(`${world.server.url}/sms/templates/create`);
  await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(page, steps.ADMIN, 'not-the-password');
  await steps.eventually(() => page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  tab.excuse(/status of 400.*\/v1\/login\/admin\//);
  await steps.signIn(page, steps.ADMIN);

  await page.getByLabel('Name').fill('Office hours');
  await page.getByLabel('Text', { exact: true }).fill('We are open until five.');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(steps.title(page, 'Office hours'));
  const address = page.url();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Text', { exact: true }).fill('We are open until six.');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByRole('link', { name: 'Edit' }));
  await steps.see(page.getByText('We are open until six.'));

  // By the address of the record's page, as it stands in the browser.
  await steps.openFromMenu(page, 'Audit Log');
  await steps.see(steps.title(page, 'Audit log'));
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Record ID').fill(address);
  const table = page.getByRole('table');
  await steps.eventually(() => table.locator('tbody tr').count()).toBe(2);
  const found = await steps.rows(table);
  expect(found.map((cells) => cells.slice(2, 4))).toEqual([
    ['Changed\nSMS template', 'Office hours'],
    ['Created\nSMS template', 'Office hours'],
  ]);
  expect(found[0]?.[1]).toContain(steps.ADMIN);

  const file = await steps.download(page, page.getByRole('button', { name: 'Export' }));
  expect(file.name).toMatch(/^audit-log \d{4}-\d\d-\d\d\.csv$/);
  const lines = file.text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(',update,sms/templates,');
  expect(lines[1]).toContain('We are open until five.');

  await table.getByRole('link', { name: /^Changed/ }).click();
  await steps.see(steps.title(page, 'Changed: SMS template'));
  const changes = page.getByRole('region', { name: 'Changes' }).getByRole('row').nth(1);
  await steps.see(changes);
  expect(await changes.getByRole('cell').allInnerTexts()).toEqual([
    'We are open until five.',
    'We are open until six.',
  ]);
  await page.getByRole('link', { name: 'Office hours' }).click();
  await steps.see(steps.title(page, 'Office hours'));
  expect(page.url()).toBe(address);

  // The try that failed is there too, with the address that was tried and without a person.
  await page.goto(`${world.server.url}/admin/audit-log`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Action').selectOption('Sign-in failed');
  await steps.eventually(() => table.locator('tbody tr').count()).toBe(1);
  const [failed] = await steps.rows(table);
  expect(failed?.slice(1, 4)).toEqual(['Not signed in', 'Sign-in failed\nUser', steps.ADMIN]);
  expect(tab.complaints).toEqual([]);
});

test('support staff have no log to read', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/admin/audit-log`, steps.SUPPORT);
  await steps.see(page.getByText('You do not have access to this page'));
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});
