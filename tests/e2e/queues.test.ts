import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mails } from './outbox.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
/** What the page says of the queue that it belongs to. */
const queue = (page: Page, text: string | RegExp) => page.locator('.review-note').getByText(text);

/** The mail that the outbox has for an address, as soon as one has this subject. */
async function mail(to: string, subject: string): Promise<string> {
  let text = '';
  await steps
    .eventually(async () => {
      text = (await mails(world, to)).find((one) => one.subject === subject)?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

test('a verification is rejected with a reason, which its customer reads at once and has by mail', async () => {
  const customer = await world.browser.open();
  await customer.page.goto(`${world.server.url}/kyc`);
  await steps.signIn(customer.page, 'ram@terai.test');
  await steps.see(customer.page.getByRole('heading', { name: 'Your documents are under review' }));
  await mark(customer.page);

  // The queue: three wait, the oldest first.
  const staff = await world.browser.open();
  const { page } = staff;
  await steps.openAs(page, world.server.url, steps.ADMIN);
  await steps.openFromMenu(page, 'KYC');
  await steps.see(steps.title(page, 'Identity verification (KYC)'));
  await steps.see(queue(page, '3 requests to review, the oldest for 3 days.'));
  const names = page.getByRole('table').locator('tbody').getByRole('link');
  await steps.eventually(() => names.allInnerTexts()).toEqual(['Ram Yadav', 'Sarita Tharu', 'Dawa Sherpa']);
  await page.getByRole('link', { name: 'Review the oldest' }).click();

  // All that was given, and the documents in their place.
  await steps.see(steps.title(page, 'Terai Mills Pvt. Ltd.'));
  await steps.eventually(() => steps.figure(page, 'Municipality')).toBe('Biratnagar Metropolitan City');
  const front = page.getByRole('img', { name: 'Front of the citizenship certificate' });
  await steps.eventually(() => front.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(640);
  await steps.see(queue(page, '3 left in the queue'));

  // No reason, no rejection; the keyboard alone does.
  await page.keyboard.press('Alt+KeyR');
  await steps.see(page.getByRole('dialog', { name: 'Reject Terai Mills Pvt. Ltd.?' }));
  await press(dialog(page), 'Reject');
  await steps.see(dialog(page).getByText('Required', { exact: true }));
  await steps
    .eventually(() =>
      dialog(page)
        .getByLabel('Reason', { exact: true })
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  const reason = 'The PAN certificate does not belong to this company. Upload the right one.';
  await press(dialog(page), reason);
  await press(dialog(page), 'Reject');

  // On to the next one, whose heading has the focus.
  await steps.see(steps.title(page, 'Sarita Tharu'));
  await steps.see(queue(page, '2 left in the queue'));
  await steps.eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

  await steps.see(customer.page.getByRole('heading', { name: 'Your documents were not accepted' }));
  await steps.see(customer.page.getByText(reason));
  expect(await isSameDocument(customer.page)).toBe(true);
  const letter = await mail('ram@terai.test', 'Your documents were not accepted');
  expect(letter).toContain(`Reason: ${reason}`);
  expect(letter).toMatch(/http:\/\/\S+\/kyc\n/);
  // The account's other user has it, too.
  await mail('gita@terai.test', 'Your documents were not accepted');

  // Approving says what it does to the account. The last of the queue says that nothing is left.
  await press(page, 'Approve');
  await steps.see(dialog(page).getByText(/^The account will have the name Sarita Tharu/));
  await press(dialog(page), 'Approve');
  await steps.see(steps.title(page, 'Sagarmatha School'));
  await steps.see(page.getByText('by Asha Gurung'));
  await page.keyboard.press('Alt+KeyA');
  await press(dialog(page), 'Approve');
  await steps.see(queue(page, 'No requests to review.'));
  await steps.see(page.getByRole('heading', { level: 1 }).locator('xpath=..').getByText('Approved'));
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await mail('dawa@sagarmatha.test', 'Your identity is verified');
  expect([...customer.complaints, ...staff.complaints]).toEqual([]);
});

test('payments are confirmed and rejected one after the other; a number that was used before is marked', async () => {
  const customer = await world.browser.open();
  const own = customer.page;
  await steps.openAs(own, `${world.server.url}/wallet/topup-history/create`, steps.CUSTOMER);
  const before = await steps.balance(own);
  await own.getByLabel('Amount in rupees').fill('2500');
  await own.getByRole('radio', { name: 'Bank transfer' }).check();
  await own.getByLabel('Transfer number').fill('HBL-E2E-1');
  await press(own, 'Check the amount');
  await press(own, /^Ask for Rs|^Request/);
  await steps.see(own.getByRole('row').filter({ hasText: 'HBL-E2E-1' }).getByText('Pending'));
  await mark(own);

  const staff = await world.browser.open();
  const { page } = staff;
  await steps.openAs(page, world.server.url, steps.ADMIN);
  await steps.openFromMenu(page, 'Credit Requests');
  await steps.see(steps.title(page, 'Credit requests'));
  await steps.see(page.getByRole('row').filter({ hasText: 'NIC 20483311' }).getByText('Already used'));
  await page.getByRole('link', { name: 'Review the oldest' }).click();

  // The receipt stands beside; the dialog names amount and account.
  await steps.see(steps.title(page, /^Top-up of Rs\.\s40,000\.00$/));
  await steps.see(page.getByRole('img', { name: 'Receipt' }));
  await press(page, 'Confirm');
  await steps.see(dialog(page).getByText(/^Rs\.\s40,000\.00 is added to the wallet of Terai Mills\./));
  await press(dialog(page), /^Confirm Rs\.\s40,000\.00$/);
  await mail('ram@terai.test', 'Top-up of Rs. 40,000.00 confirmed');

  // A transfer that paid another account before: not confirmed unasked.
  await steps.see(steps.title(page, /^Top-up of Rs\.\s25,000\.00$/));
  await steps.see(page.getByText('A payment with this number is already confirmed'));
  await steps.see(page.getByRole('link', { name: /^Himal Traders: Rs\. 25,000\.00$/ }));
  await press(page, 'Confirm');
  await press(dialog(page), /^Confirm Rs/);
  await steps.see(dialog(page).getByText('Check this and select the box, or reject the payment.'));
  await press(dialog(page), 'Cancel');
  await dialog(page).waitFor({ state: 'hidden' });
  await press(page, 'Reject');
  await press(dialog(page), 'This transfer has been credited already.');
  await press(dialog(page), 'Reject');
  expect(await mail('maya@pokhara.test', 'Payment of Rs. 25,000.00 rejected')).toContain(
    'Reason: This transfer has been credited already.',
  );

  // The others are left for later; the new one is found by its number.
  await steps.see(steps.title(page, /^Top-up of Rs\.\s15,000\.00$|^Starter for/));
  await steps.openFromMenu(page, 'Credit Requests');
  await steps.search(page, 'HBL-E2E');
  await page.getByRole('link', { name: '2,500.00' }).click();
  await steps.see(steps.title(page, /^Top-up of Rs\.\s2,500\.00$/));
  await press(page, 'Confirm');
  await press(dialog(page), /^Confirm Rs\.\s2,500\.00$/);

  await steps.see(own.getByRole('row').filter({ hasText: 'HBL-E2E-1' }).getByText('Confirmed'));
  await steps.eventually(() => steps.balance(own)).not.toBe(before);
  expect(await isSameDocument(own)).toBe(true);
  expect(await mail(steps.CUSTOMER, 'Top-up of Rs. 2,500.00 confirmed')).toContain('/wallet/topup-history/');
  expect([...customer.complaints, ...staff.complaints]).toEqual([]);
});

test('a sender ID that resembles another is marked, one is approved, one is rejected with a free reason', async () => {
  const customer = await world.browser.open();
  const own = customer.page;
  await steps.openAs(own, `${world.server.url}/profile`, steps.CUSTOMER);
  const senders = own.getByRole('region', { name: 'Sender IDs' });
  for (const name of ['HIMALNEWS', 'TERA1MILLS']) {
    await senders.getByRole('link', { name: 'Request a sender ID' }).click();
    await own.getByLabel('Sender ID', { exact: true }).fill(name);
    await own.getByLabel('Purpose').fill('News for our customers');
    await press(own, 'Send request');
    await steps.see(steps.title(own, name));
    await own.goto(`${world.server.url}/profile`);
    await steps.see(senders.getByRole('listitem').filter({ hasText: name }).getByText('Pending'));
  }
  await mark(own);

  const staff = await world.browser.open();
  const { page } = staff;
  await steps.openAs(page, world.server.url, steps.ADMIN);
  await steps.openFromMenu(page, 'Sender IDs');
  await steps.see(page.getByRole('row').filter({ hasText: 'N1CASIA' }).getByText('Similar to another'));
  await page.getByRole('link', { name: 'HIMALNEWS' }).click();
  await steps.see(page.getByText('No document attached.'));
  await press(page, 'Approve');
  await steps.see(dialog(page).getByText(/^Himal Traders can send with the sender ID HIMALNEWS immediately/));
  await press(dialog(page), 'Approve');

  // Next in the queue, by itself.
  await steps.see(steps.title(page, 'TERA1MILLS'));
  await steps.see(page.getByText('Another account has a similar sender ID'));
  await steps.see(page.getByText('TERAIMILLS'));
  await press(page, 'Reject');
  await dialog(page).getByLabel('Reason', { exact: true }).fill('This reads like the name of Terai Mills.');
  await press(dialog(page), 'Reject');

  const row = (name: string) => senders.getByRole('listitem').filter({ hasText: name });
  await steps.see(row('HIMALNEWS').getByText('Approved'));
  await steps.see(row('TERA1MILLS').getByText('Reason: This reads like the name of Terai Mills.'));
  expect(await isSameDocument(own)).toBe(true);
  await mail(steps.CUSTOMER, 'Sender ID HIMALNEWS approved');
  expect(await mail(steps.CUSTOMER, 'Sender ID TERA1MILLS not approved')).toContain(
    'Reason: This reads like the name of Terai Mills.',
  );
  expect([...customer.complaints, ...staff.complaints]).toEqual([]);
});

test('of two reviewers who decide at once one does, and the other sees what was decided', async () => {
  const first = await world.browser.open();
  const second = await world.browser.open();
  for (const { page } of [first, second]) {
    await steps.openAs(page, `${world.server.url}/admin/payment-references`, steps.ADMIN);
    await page.getByRole('table').getByRole('link', { name: 'Rs. 1,500.00', exact: true }).click();
    await steps.see(steps.title(page, /^Top-up of Rs\.\s1,500\.00$/));
  }
  await press(first.page, 'Confirm');
  await dialog(first.page).getByLabel('Receipt number (optional)').fill('R-2041');
  await press(second.page, 'Reject');
  await dialog(second.page).getByLabel('Reason', { exact: true }).fill('Nobody has brought it.');
  await Promise.all([
    press(dialog(first.page), /^Confirm Rs\.\s1,500\.00$/),
    press(dialog(second.page), 'Reject'),
  ]);

  // One of them is told, on a page that shows what the other has done.
  const conflict = (page: Page) => page.getByText('Someone else has already decided');
  await steps
    .eventually(async () => (await conflict(first.page).count()) + (await conflict(second.page).count()))
    .toBe(1);
  const [loser, word] = (await conflict(first.page).count()) ? [first, 'Rejected'] : [second, 'Confirmed'];
  const { page } = loser;
  await steps.see(steps.title(page, /^Top-up of Rs\.\s1,500\.00$/));
  await steps.see(page.getByRole('heading', { level: 1 }).locator('xpath=..').getByText(word));
  await steps.eventually(() => steps.figure(page, 'Decided by')).toBe('Asha Gurung');
  expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0);
  loser.excuse(/status of 409/);
  // One decision, one mail.
  await mail(
    'sarita@lumbini.test',
    word === 'Confirmed' ? 'Top-up of Rs. 1,500.00 confirmed' : 'Payment of Rs. 1,500.00 rejected',
  );
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});

test('support staff read the queues and decide nothing', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/admin/payment-references`, steps.SUPPORT);
  await page.getByRole('row').filter({ hasText: '00913345' }).getByRole('link').first().click();
  await steps.see(steps.title(page, /^Starter for/));
  await steps.see(page.getByText(/^You can view this/));
  expect(await page.getByRole('button', { name: /^(Confirm|Reject)/ }).count()).toBe(0);
  await page.keyboard.press('Alt+KeyA');
  expect(await dialog(page).count()).toBe(0);
  await page.goto(`${world.server.url}/admin/online-payments`);
  await steps.see(page.getByText('No online payments yet'));
  await page.goto(`${world.server.url}/admin/sender-identities`);
  await steps.see(steps.title(page, 'You do not have access to this page'));
  await page.goto(`${world.server.url}/kyc`);
  await steps.see(steps.title(page, 'Identity verification (KYC)'));
  expect(tab.complaints).toEqual([]);
});
