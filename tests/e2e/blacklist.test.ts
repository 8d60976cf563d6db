import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlacklistNumber } from '#schema/blacklistNumber.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
});
afterAll(() => world?.close());

const LIST = '/v1/core/sms/blacklist-numbers/';
const GOOD = '9841500010';
const STOPS = '9801500012';

/** Four rows: two numbers, one that is none, one that comes twice. */
const sheet = `Who,Number,Reason
Sita,9841500021,Asked by phone
राम,९८०१५००२२२,
Hari,01-4412345,Landline
Sita R.,9841500021,Again
`;

const lines = (text: string): string[][] =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** Checks a message to these numbers; answers the refused rows that the plan shows. */
async function planOf(page: Page, numbers: readonly string[]): Promise<string[][]> {
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Offer', 'We are open on Saturday.');
  await steps.pasteNumbers(page, numbers);
  await steps.check(page);
  return steps.rows(page.getByRole('region', { name: 'Excluded recipients' }).first().getByRole('table'));
}

test('a sheet of numbers goes onto the blacklist, out of the next plan, and comes back as an export', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/settings/blacklist`, steps.CUSTOMER);
  await page.getByRole('link', { name: 'Import a file' }).click();
  await steps.chooseFile(page, { name: 'stop list.csv', content: sheet });
  await steps.see(page.getByRole('heading', { name: 'Preview' }));
  const counts = ['Total rows', 'Valid numbers', 'Invalid', 'Repeated in the file'];
  expect(Object.values(await steps.figures(page, counts))).toEqual(['4', '2', '1', '1']);
  expect(await page.getByLabel('Phone number').inputValue()).toBe('Number');
  expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('Reason');
  await page.getByLabel('Reason for numbers without their own').fill('List of 2082');
  await page.getByRole('button', { name: 'Add 2 numbers to the blacklist' }).click();

  await steps.see(page.getByText('The import is finished.'));
  const outcome = ['Rows', 'New', 'Already listed', 'Duplicates', 'Skipped'];
  expect(Object.values(await steps.figures(page, outcome))).toEqual(['4', '2', '0', '1', '1']);
  // What it came to is still there after a reload.
  await page.reload();
  await steps.see(page.getByText('The import is finished.'));
  const report = await steps.download(page, page.getByRole('button', { name: /^Download skipped rows/ }));
  expect(lines(report.text)).toEqual([
    ['row', 'value', 'reason', 'Who', 'Number', 'Reason'],
    ['4', '01-4412345', 'A landline cannot receive SMS.', 'Hari', '01-4412345', 'Landline'],
  ]);

  const refused = await planOf(page, [GOOD, '9841500021', '9801500222']);
  expect(refused.map((cells) => cells.slice(1))).toEqual([
    [
      '+977 9841500021',
      expect.stringMatching(/^On the blacklist since .+, imported\. Reason: Asked by phone$/),
    ],
    [
      '+977 9801500222',
      expect.stringMatching(/^On the blacklist since .+, imported\. Reason: List of 2082$/),
    ],
  ]);
  expect(await steps.figure(page, 'Messages to send')).toBe('1');

  // The export is what the filter shows, not the whole list.
  await page.goto(
    `${world.server.url}/settings/blacklist?filter=${encodeURIComponent('{"source":"import"}')}`,
  );
  await steps.eventually(() => page.locator('.crud-total').textContent()).toBe('2');
  const file = await steps.download(page, page.getByRole('button', { name: 'Export' }));
  expect(file.name).toMatch(/^blacklist \d{4}-\d\d-\d\d\.csv$/);
  expect(file.text.startsWith('\ufeff')).toBe(true);
  const [head, ...rows] = lines(file.text);
  expect(head).toEqual(['number', 'reason', 'source', 'added on']);
  const { results, count } = await world.server.call<{ count: number; results: BlacklistNumber[] }>(
    'GET',
    `${LIST}?source=import`,
  );
  expect(count).toBe(2);
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual(
    results.map(({ phone, reason, source }) => [phone, reason, source]),
  );
  const all = await world.server.call<{ count: number }>('GET', LIST);
  expect(all.count).toBeGreaterThan(2);
  expect(tab.complaints).toEqual([]);
});

test('people who answer STOP get no more messages, until START', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const { data } = await world.server.call<{ data: { uuid: string } }>('POST', '/v1/core/contacts/', {
    name: 'Gita Karki',
    phone: STOPS,
    groups: [],
    attributes: {},
    is_active: true,
  });
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  expect(await planOf(page, [GOOD, STOPS])).toEqual([]);
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 messages' }).click();
  await steps.see(steps.status(page, 'Completed'));

  const from = `+977${STOPS}`;
  expect(await world.operator.answer({ from, to: 'DEMO', text: 'रोक्नुहोस्' })).toBe(0);
  const refused = await planOf(page, [GOOD, STOPS]);
  expect(refused.map((cells) => cells.slice(1))).toEqual([
    [
      `+977 ${STOPS}`,
      expect.stringMatching(/^On the blacklist since .+: opted out\. Reason: Answered "रोक्नुहोस्" to DEMO$/),
    ],
  ]);
  expect(await steps.figure(page, 'Messages to send')).toBe('1');

  await page.goto(`${world.server.url}/contact/${data.uuid}/show`);
  await steps.see(page.getByText('On the blacklist: campaigns exclude this number'));
  const history = page.getByRole('region', { name: /^Messages to this number/ });
  await steps.see(history.getByText('We are open on Saturday.'));
  await steps.eventually(() => history.getByText('Delivered', { exact: true }).count()).toBe(1);
  await history.getByRole('link', { name: 'Offer' }).click();
  await steps.see(steps.title(page, 'Offer'));

  await page.goto(`${world.server.url}/settings/blacklist`);
  const row = page.getByRole('row', { name: new RegExp(`977 ${STOPS}`) });
  await steps.see(row.getByText('Opted out'));
  expect(await world.operator.answer({ from, to: 'DEMO', text: 'START' })).toBe(0);
  expect(await planOf(page, [GOOD, STOPS])).toEqual([]);
  expect(tab.complaints).toEqual([]);
});
