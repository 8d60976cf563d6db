import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailedCode } from './outbox.ts';
import { asStaff } from './staff.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

test('somebody new registers, gets a sender ID and money, and sends a first campaign', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  const email = 'gita@example.test';
  await page.goto(`${world.server.url}/register`);
  await page.getByLabel('Your name').fill('Gita Shrestha');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('momo and tea');
  await page.getByRole('button', { name: 'Create account' }).click();
  await steps.see(steps.title(page, 'Enter the code'));
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(world, email));
  await page.getByRole('button', { name: 'Confirm' }).click();

  // The dashboard names what is left to do, in order.
  await steps.see(page.getByRole('heading', { name: 'Send your first campaign' }));
  await page
    .getByRole('link', { name: /^Request a sender ID/ })
    .first()
    .click();
  await steps.see(steps.title(page, 'Sender IDs'));
  await page.getByRole('link', { name: 'Request a sender ID' }).first().click();
  await page.getByLabel('Sender ID', { exact: true }).fill('GITASHOP');
  await page.getByLabel('Purpose').fill('Orders and offers to my customers');
  await page.getByRole('button', { name: 'Send request' }).click();
  await steps.see(steps.title(page, 'GITASHOP'));
  const { results: asked } = await asStaff<{ results: { uuid: string; name: string }[] }>(
    world,
    'GET',
    '/v1/sms/sender-identities/?status=pending',
  );
  const sender = asked.find(({ name }) => name === 'GITASHOP');
  await asStaff(world, 'PUT', `/v1/sms/sender-identities/${sender?.uuid}/`, { status: 'approved' });

  // Money: asked for in cash, confirmed by the staff, seen without a reload.
  await page.goto(`${world.server.url}/wallet/topup-history`);
  await page.getByRole('link', { name: 'Request a top-up' }).first().click();
  await page.getByLabel('Amount in rupees').fill('500');
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.getByRole('button', { name: 'Check the amount' }).click();
  await page.getByRole('button', { name: 'Request Rs. 500.00' }).click();
  await steps.see(steps.title(page, 'Topup history'));
  await steps.see(page.getByText('Pending', { exact: true }));
  expect(await steps.balance(page)).toBe('0.00');
  const { uuid } = await pendingTopup(page.context().cookies());
  await asStaff(world, 'POST', '/v1/credit/payment/credit_payment_confirm/', { uuid });
  await steps.eventually(() => steps.balance(page)).toBe('500.00');

  // The first campaign.
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.writeMessage(page, 'Opening', 'Our shop opens on Sunday. Welcome!');
  await steps.pasteNumbers(page, ['9841234567', '9801234567']);
  await page.getByRole('button', { name: 'Check recipients and cost' }).click();
  expect(await steps.figure(page, 'Balance after')).toBe('Rs. 497.29 now Rs. 500.00');
  await page.getByRole('button', { name: /^Send [\d,]+ messages? for Rs/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2 messages' }).click();
  await steps.see(steps.title(page, 'Opening'));
  await steps.see(steps.status(page, 'Completed'));
  await steps.eventually(() => steps.balance(page)).toBe('497.29');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await steps.see(page.getByRole('link', { name: /^Opening/ }));
  expect(await page.getByRole('heading', { name: 'Send your first campaign' }).count()).toBe(0);
  expect(tab.complaints).toEqual([]);
});

/** The top-up that waits, as the customer's own session lists it. */
async function pendingTopup(cookies: Promise<{ name: string; value: string }[]>): Promise<{ uuid: string }> {
  const token = (await cookies).find(({ name }) => name === 'token')?.value;
  const answer = await fetch(`${world.server.url}/v1/credit/user-payment-reference/?status=pending`, {
    headers: { authorization: `Token ${token}` },
  });
  const { results } = (await answer.json()) as { results: { uuid: string }[] };
  return results[0] as { uuid: string };
}
