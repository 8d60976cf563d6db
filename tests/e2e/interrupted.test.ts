import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { packagePurchase } from '#schema/paymentReference.ts';
import { png } from '../support/documents.ts';
import { typeDate } from './dates.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

/** Ends the page's session on the server alone, as a password changed elsewhere does. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies(world.server.url);
  const token = cookies.find(({ name }) => name === 'token')?.value;
  const headers = { Authorization: `Token ${token}` };
  const { status } = await fetch(`${world.server.url}/v1/autho/logout/`, { method: 'POST', headers });
  expect(status).toBeLessThan(300);
}

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/login?next=*');
  await steps.see(page.getByText('Your session has ended.'));
  if (email !== steps.CUSTOMER) await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(page, email);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a price that staff were writing is still there after their session has ended', async () => {
  const { page } = await world.browser.open();
  const url = `${world.server.url}/admin/product-pricing/create`;
  await steps.openAs(page, url, steps.ADMIN);
  await page.getByLabel('Price per part (Rs.)').fill('3.39');
  await page.getByLabel('Operator (optional)').selectOption('Ncell');
  await endSession(page);
  await press(page, 'Save');
  await signInAgain(page, steps.ADMIN);
  await page.waitForURL('**/admin/product-pricing/create');
  await steps.eventually(() => page.getByLabel('Price per part (Rs.)').inputValue()).toBe('3.39');
  expect(await page.getByLabel('Operator (optional)').inputValue()).toBe('ncell');
});

test('another application’s cookie on the parent domain leads to the sign-in page, where one signs in as ever', async () => {
  const { page } = await world.browser.open();
  const url = `${world.server.url.replace('127.0.0.1', 'sms.parent.localhost')}/contact`;
  await page
    .context()
    .addCookies([
      { name: 'token', value: 'of-another-application-0123456789', domain: '.parent.localhost', path: '/' },
    ]);
  const loads: string[] = [];
  page.on('domcontentloaded', () => loads.push(steps.path(page)));
  await page.goto(url);
  await steps.see(page.getByText('A sign-in from another application on this domain'));
  await steps.signIn(page, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Contacts'));
  await page.reload();
  await steps.see(steps.title(page, 'Contacts'));
  expect(loads).toEqual(['/contact', '/login?next=%2Fcontact', '/contact']);
});

test('a package is bought once, however often somebody clicks while the server is slow', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/packages/sms`, steps.CUSTOMER);
  let asked = 0;
  const clicked = Promise.withResolvers<void>();
  await page.route(`**${packagePurchase.path}`, async (route) => {
    if (route.request().method() === 'POST') asked += 1;
    const answer = await route.fetch();
    await clicked.promise;
    await route.fulfill({ response: answer });
  });
  const before = steps.amountOf(await steps.balance(page));
  await page.getByRole('button', { name: /^Buy Small for/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Buy Small for/ });
  const buy = dialog.getByRole('button', { name: /^Buy for Rs/ });
  const { x, y, width, height } = (await buy.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  for (let n = 0; n < 8; n += 1) await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.press('Enter');
  await steps.eventually(() => asked).toBe(1);
  clicked.resolve();
  await steps.see(page.getByRole('dialog', { name: 'You have bought Small' }));
  expect(asked).toBe(1);
  await page.keyboard.press('Escape');
  await steps.eventually(async () => before - steps.amountOf(await steps.balance(page))).toBe(320);
});

test('a KYC form and its uploaded files are still there after the session has ended', async () => {
  const { page } = await world.browser.open();
  await steps.openAs(page, `${world.server.url}/kyc`, steps.CUSTOMER);
  await page.getByLabel('PAN', { exact: true }).fill('301234567');
  await page.getByLabel('Full name in Nepali').fill('सीता शर्मा');
  await typeDate(page, 'Date of birth', 'BS', ['2047', '2', '3']);
  await press(page, 'Continue');
  await page.getByRole('radio', { name: /^Citizenship certificate/ }).check();
  await page.getByLabel('District of issue').selectOption({ label: 'Kathmandu' });
  await page.getByLabel('Document number').fill('27-01-70-12345');
  await typeDate(page, 'Date of issue', 'AD', ['2008', '1', '2']);
  await press(page, 'Continue');
  await page.getByLabel('Province').selectOption({ label: 'Bagmati' });
  await page.getByLabel('District', { exact: true }).selectOption({ label: 'Kathmandu' });
  await page.getByLabel('Municipality').selectOption({ label: 'Kathmandu Metropolitan City' });
  await page.getByLabel('Ward no.').selectOption('10');
  await press(page, 'Continue');
  const pick = (label: string, name: string) =>
    page
      .locator('.document', { hasText: label })
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'image/png', buffer: png(240, 160) });
  await pick('Front of the citizenship certificate', 'front.png');
  await steps.see(page.getByText(/, uploaded$/));

  // The upload finds out that the session has ended.
  await endSession(page);
  await pick('Portrait photo', 'me.png');
  await signInAgain(page, steps.CUSTOMER);
  await steps.see(page.getByRole('heading', { level: 2, name: /^Step 4 of 5: / }));
  await steps.see(page.getByText('front.png'));

  // An upload that is cut off says so, and works when the network is back.
  const path = '**/v1/core/upload/file/public/';
  await page.route(path, (route) => route.abort('internetdisconnected'));
  await pick('Portrait photo', 'me.png');
  await steps.see(page.getByText(/could not be reached/));
  await page.unroute(path);
  await pick('Portrait photo', 'me.png');
  await steps.eventually(() => page.getByText(/, uploaded$/).count()).toBe(2);
});

test.each(['America/Los_Angeles', 'Pacific/Apia'])('schedules in Kathmandu time from %s', async (zone) => {
  const { page } = await world.browser.open();
  const session = await page.context().newCDPSession(page);
  const setZone = (timezoneId: string) => session.send('Emulation.setTimezoneOverride', { timezoneId });
  await setZone('');
  await setZone(zone);
  onTestFinished(async () => {
    await setZone('');
  });
  await steps.openAs(page, `${world.server.url}/sms/bulk-sms`, steps.CUSTOMER);
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone);
  await steps.prefer(page, world.server.url, { calendar: 'both' });
  // The last minutes of 2083 and the first of 2084.
  for (const [day, time, stored, shown] of [
    ['13', '23:50', '2027-04-13T18:05:00', '30 Chaitra 2083'],
    ['14', '00:10', '2027-04-13T18:25:00', '1 Baisakh 2084'],
  ] as const) {
    await page.goto(`${world.server.url}/sms/bulk-sms`);
    await steps.writeMessage(page, `New year, ${zone}, ${time}`, 'Hello');
    await steps.pasteNumbers(page, ['9841555001']);
    await page.getByRole('radio', { name: 'Schedule for later' }).check();
    const moment = page.locator('.moment-input');
    await moment.getByRole('radio', { name: 'AD' }).check({ force: true });
    await moment.getByLabel('Year').fill('2027');
    await moment.getByLabel('Month').selectOption('4');
    await moment.getByLabel('Day', { exact: true }).fill(day);
    await moment.getByLabel('Time (24 hours)').fill(time);
    await steps.check(page);
    const text = `${shown}, ${time} NPT`;
    await steps.see(page.getByText(text).first());
    await page.getByRole('button', { name: /^Schedule|^Send [\d,]+ messages? for Rs/ }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.waitForURL(/\/sms\/[0-9a-f-]{36}\/show$/);
    await steps.see(page.getByText(text).first());
    const campaign = `/v1/sms/compose/${steps.path(page).split('/')[2]}/`;
    await world.server.signIn(steps.CUSTOMER, steps.PASSWORD);
    const { data } = await world.server.call<{ data: Campaign }>('GET', campaign);
    expect(data.scheduled_at).toContain(stored);
  }
});
