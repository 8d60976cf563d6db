import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Kyc } from '#schema/kyc.ts';
import { pdf, png } from '../support/documents.ts';
import { typeDate } from './dates.ts';
import { mailedCode } from './outbox.ts';
import { asStaff } from './staff.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const step = (page: Page, number: number): Locator =>
  page.getByRole('heading', { level: 2, name: new RegExp(`^Step ${number} of 5: `) });
const verdict = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });

const hasFocus = (what: Locator): Promise<void> =>
  steps.eventually(() => what.evaluate((one) => one === document.activeElement)).toBe(true);

/** Picks a file for one of the documents, by its label. */
async function pick(page: Page, label: string, name: string, content: Buffer, type: string): Promise<void> {
  const input = page.locator('.document', { hasText: label }).locator('input[type=file]').first();
  await input.setInputFiles({ name, mimeType: type, buffer: content });
}

/** The place of what was just picked says how large it is, which it does when the server has it. */
const uploaded = (page: Page, count: number) =>
  steps.eventually(() => page.getByText(/, uploaded$/).count()).toBe(count);

test('a customer is verified: rejected, corrected, approved, each seen without a reload', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/kyc`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Identity verification (KYC)'));

  // Who: nothing goes on before it is right, and the first wrong input has the focus.
  await steps.see(step(page, 1));
  expect(await page.getByLabel('First name').inputValue()).toBe('Sita');
  expect(await page.getByLabel('Registered name').inputValue()).not.toBe('');
  // The account has one.
  expect(await page.getByLabel('PAN', { exact: true }).inputValue()).toMatch(/^\d{9}$/);
  await page.getByLabel('PAN', { exact: true }).fill('');
  await page.getByLabel('First name').fill('');
  await press(page, 'Continue');
  await hasFocus(page.getByLabel('PAN', { exact: true }));
  // The company's PAN, the first name, the date of birth.
  expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
  await page.getByLabel('Registered name').fill('Himal Traders Pvt. Ltd.');
  await page.getByLabel('PAN', { exact: true }).fill('३०१२३४५६७');
  await page.getByLabel('First name').fill('Sita');
  await page.getByLabel('Full name in Nepali').fill('सीता शर्मा');
  await typeDate(page, 'Date of birth', 'BS', ['2047', '2', '3']);
  await steps.see(page.getByText('17 May 1990 AD'));
  await press(page, 'Continue');

  // Document
  await steps.see(step(page, 2));
  await hasFocus(step(page, 2));
  await page.getByRole('radio', { name: /^Citizenship certificate/ }).check();
  await page.getByLabel('District of issue').selectOption({ label: 'Kathmandu' });
  await page.getByLabel('Document number').fill('27-01-70-12345');
  await typeDate(page, 'Date of issue', 'AD', ['2008', '1', '2']);

  // A reload keeps it.
  await page.reload();
  await steps.see(step(page, 2));
  expect(await page.getByLabel('Document number').inputValue()).toBe('27-01-70-12345');
  await press(page, 'Continue');

  // Address: each choice waits for the former.
  await steps.see(step(page, 3));
  expect(await page.getByLabel('District', { exact: true }).isDisabled()).toBe(true);
  await steps.see(page.getByText('Choose the province first.'));
  await page.getByLabel('Province').selectOption({ label: 'Bagmati' });
  await page.getByLabel('District', { exact: true }).selectOption({ label: 'Kathmandu' });
  await page.getByLabel('Municipality').selectOption({ label: 'Kathmandu Metropolitan City' });
  await page.getByLabel('Ward no.').selectOption('10');
  await press(page, 'Continue');

  // Files: their content counts, not their name.
  await steps.see(step(page, 4));
  await pick(
    page,
    'Front of the citizenship certificate',
    'front.png',
    Buffer.from('only a text'),
    'image/png',
  );
  await steps.see(page.getByText(/^front\.png is not really a picture .* despite its name/));
  tab.excuse(/status of 400.*upload/);
  await pick(page, 'Front of the citizenship certificate', 'front.png', png(240, 160), 'image/png');
  await pick(page, 'Back of the document', 'back.pdf', pdf('Back'), 'application/pdf');
  await pick(page, 'Portrait photo', 'me.png', png(160, 200, [180, 120, 90]), 'image/png');
  await pick(page, 'PAN certificate of the company', 'pan.pdf', pdf('PAN'), 'application/pdf');
  await uploaded(page, 4);
  await press(page, 'Continue');

  // Check: what was given, with a way to change it that leads back.
  await steps.see(step(page, 5));
  expect(await steps.figure(page, 'Municipality')).toBe('Kathmandu Metropolitan City');
  expect(await steps.figure(page, 'Full name in Nepali')).toBe('सीता शर्मा');
  await press(page, 'Edit: Permanent address');
  await steps.see(step(page, 3));
  await page.getByLabel('Tole or street (optional)').fill('Baneshwor');
  await press(page, 'Continue');
  await steps.see(step(page, 5));
  expect(await steps.figure(page, 'Tole or street')).toBe('Baneshwor');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/kyc/submit/')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Submit for verification' }).dblclick();
  await steps.see(verdict(page, 'Your documents are under review'));
  // The button was at the end of a long page.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(sent).toHaveLength(1);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  // Rejected while the page is open.
  const { results } = await asStaff<{ results: Kyc[] }>(world, 'GET', '/v1/autho/kyc/?status=pending');
  const record = results[0] as Kyc;
  expect(record).toMatchObject({
    name: 'Sita Sharma',
    company_pan: '301234567',
    ward: 10,
    birth_date: '1990-05-17',
  });
  const reason = 'The back cannot be read. Take it again in daylight.';
  await asStaff(world, 'POST', '/v1/autho/kyc/reject/', { uuid: record.uuid, reason });
  await steps.see(verdict(page, 'Your documents were not accepted'));
  await steps.see(page.getByText(reason));

  // Corrected: all is there, files included; the replaced one is kept.
  await page.getByRole('link', { name: 'Correct and submit again' }).click();
  await steps.see(step(page, 1));
  await steps.see(page.getByText(reason));
  expect(await page.getByLabel('First name').inputValue()).toBe('Sita');
  for (const number of [2, 3, 4]) {
    await press(page, 'Continue');
    await steps.see(step(page, number));
  }
  await uploaded(page, 4);
  await steps.see(page.getByText('back.pdf'));
  await pick(page, 'Back of the document', 'back.png', png(200, 120), 'image/png');
  await steps.see(page.getByText('back.png'));
  await uploaded(page, 4);
  await press(page, 'Continue');
  await press(page, 'Submit for verification');
  await steps.see(verdict(page, 'Your documents are under review'));

  // Approved while the page is open; what was proved is locked.
  await asStaff(world, 'POST', '/v1/autho/kyc/approve/', { uuid: record.uuid });
  await steps.see(verdict(page, 'Your identity is verified'));
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await page.getByRole('button', { name: /^Menu of / }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const account = page.getByRole('region', { name: 'Account' });
  await steps.see(account.getByText('Approved', { exact: true }));
  await press(page, 'Edit: Account');
  for (const label of ['Name', 'Type', 'PAN (optional)'])
    expect(await account.getByLabel(label, { exact: true }).isDisabled(), label).toBe(true);

  // Its own address, and the menu's way there.
  await page.getByRole('button', { name: /^Menu of / }).click();
  await page.getByRole('menuitem', { name: 'KYC' }).click();
  await steps.see(verdict(page, 'Your identity is verified'));
  await page.goto(`${world.server.url}/kyc/${record.uuid}`);
  await steps.see(steps.title(page, 'Himal Traders Pvt. Ltd.'));
  await steps.see(page.getByText(reason));
  expect(steps.path(page)).toBe(`/kyc/${record.uuid}`);
  const picture = page.getByRole('img', { name: 'Portrait photo' });
  await steps.eventually(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(160);
  await page.goto(`${world.server.url}/kyc/${record.uuid}/show`);
  await steps.see(steps.title(page, 'Himal Traders Pvt. Ltd.'));
  expect(tab.complaints).toEqual([]);

  // Staff see it in their list, with its documents.
  const staff = await world.browser.open();
  await steps.openAs(staff.page, `${world.server.url}/kyc`, steps.SUPPORT);
  // What is decided is not in the queue any more.
  await staff.page.getByRole('button', { name: 'Filters (1)' }).click();
  await staff.page.getByLabel('Status').selectOption('approved');
  await staff.page.getByRole('link', { name: 'Sita Sharma' }).click();
  await steps.see(staff.page.getByRole('img', { name: 'Front of the citizenship certificate' }));
  await staff.page.getByRole('button', { name: /Portrait photo/ }).click();
  await steps.see(staff.page.getByRole('dialog', { name: 'Portrait photo' }));
  await staff.page.keyboard.press('Escape');
  await staff.page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(staff.complaints).toEqual([]);

  // Nobody else's.
  const other = await world.browser.open();
  await register(other.page);
  await other.page.goto(`${world.server.url}/kyc/${record.uuid}`);
  await steps.see(steps.title(other.page, 'Page not found'));
  other.excuse(/status of 404/);
  expect(other.complaints).toEqual([]);
});

/** Registers a customer of another account, who is then signed in. */
async function register(page: Page): Promise<void> {
  const email = 'kyc-other@example.test';
  await page.goto(`${world.server.url}/register`);
  await page.getByLabel('Your name').fill('Ram Other');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('momo and tea');
  await press(page, 'Create account');
  await steps.see(steps.title(page, 'Enter the code'));
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, email));
  await press(page, 'Confirm');
  await steps.see(page.getByRole('navigation', { name: 'Main menu' }));
}

test('on a phone the fields of a long dialog scroll, and its buttons stay in sight', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const { results } = await asStaff<{ results: Kyc[] }>(world, 'GET', '/v1/autho/kyc/?status=pending');
  await steps.openAs(page, `${world.server.url}/kyc/${results[0]?.uuid}`, steps.ADMIN);
  const desktop = page.viewportSize();
  const phone = { width: 390, height: 700 };
  await page.setViewportSize(phone);
  // The next test has the same tab.
  onTestFinished(() => page.setViewportSize(desktop ?? phone));
  await press(page, 'Correct');
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save correction' });
  await steps.see(save);
  const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(phone.height);
  const reason = page.getByRole('dialog').getByLabel('Reason for the correction');
  await reason.fill('A typing error');
  await steps.eventually(() => reason.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(y);
  expect(tab.complaints).toEqual([]);
});
