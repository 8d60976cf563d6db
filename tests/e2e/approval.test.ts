import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundProvider } from '../support/fundProvider.ts';
import { asStaff } from './staff.ts';
import {
  ADMIN,
  balance,
  CUSTOMER,
  check,
  eventually,
  openAs,
  pasteNumbers,
  see,
  send,
  status,
  writeMessage,
} from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ prepare: (dataDir) => fundProvider(dataDir, 100_000) });
  await asStaff(world, 'PUT', '/v1/admin/settings/', {
    approval_above: 4,
    consecutive_numbers: 5,
    staff_two_factor: false,
  });
});
afterAll(() => world?.close());

const inARow = Array.from({ length: 6 }, (_, i) => `98410055${10 + i}`);
const received = async () =>
  (await Promise.all(inARow.map((number) => world.operator.messages(`+977${number}`)))).map(
    (all) => all.length,
  );

/** A customer writes to six numbers in a row, reads that it will wait, and sends it; answers its uuid. */
async function sendSix(page: Page, name: string): Promise<string> {
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await writeMessage(page, name, 'Our shop is open on Saturday.');
  await pasteNumbers(page, inARow);
  await check(page);
  await see(page.getByText('This campaign needs approval before it is sent'));
  const uuid = await send(page, '6');
  await see(status(page, 'Waiting for approval'));
  await see(page.getByText(/You will get an e-mail with the decision/));
  return uuid;
}

test('a large campaign waits, is approved by staff, and arrives while its customer looks on', async () => {
  const [customer, admin] = [await world.browser.open(), await world.browser.open()];
  await openAs(customer.page, `${world.server.url}/`, CUSTOMER);
  const before = await balance(customer.page);
  await sendSix(customer.page, 'Saturday');
  await eventually(() => balance(customer.page)).not.toBe(before);

  await openAs(admin.page, `${world.server.url}/admin/campaigns`, ADMIN);
  await see(admin.page.getByRole('button', { name: '1 needs approval' }));
  const first = admin.page.getByRole('table').locator('tbody tr').first();
  await see(first.getByText('6 consecutive'));
  await first.getByRole('link', { name: 'Saturday' }).click();
  await see(admin.page.getByText('+977 9841005510', { exact: true }));
  expect(await received()).toEqual([0, 0, 0, 0, 0, 0]);

  await admin.page.getByRole('button', { name: 'Approve' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await see(admin.page.getByText('“Saturday” is approved.'));
  await see(status(customer.page, 'Completed'));
  await eventually(received).toEqual([1, 1, 1, 1, 1, 1]);
  expect([...customer.complaints, ...admin.complaints]).toEqual([]);
});

test('another is rejected: the customer reads why, and the money is back', async () => {
  const [customer, admin] = [await world.browser.open(), await world.browser.open()];
  await openAs(customer.page, `${world.server.url}/`, CUSTOMER);
  const before = await balance(customer.page);
  const sent = await received();
  const uuid = await sendSix(customer.page, 'Sunday');

  await openAs(admin.page, `${world.server.url}/admin/campaigns/${uuid}/show`, ADMIN);
  await admin.page.getByRole('button', { name: 'Reject' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Say who you are in the text.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await see(admin.page.getByText('“Sunday” is rejected.'));

  await see(status(customer.page, 'Not approved'));
  await see(customer.page.getByText(/Reason: Say who you are in the text\./));
  await customer.page.goto(`${world.server.url}/`);
  await eventually(() => balance(customer.page)).toBe(before);
  expect(await received()).toEqual(sent);
});

test('a waiting campaign can be cancelled, and is not approved after that', async () => {
  const { page } = await world.browser.open();
  await openAs(page, `${world.server.url}/`, CUSTOMER);
  const uuid = await sendSix(page, 'Monday');
  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the campaign' }).click();
  await see(status(page, 'Cancelled'));
  await expect(asStaff(world, 'POST', `/v1/admin/campaigns/${uuid}/approve/`, {})).rejects.toThrow(/ 409 /);
});

test('an administrator does not approve what they have made', async () => {
  type Data = { data: { uuid: string; cost: number; status: string } };
  const call = async (method: string, path: string, body?: object) =>
    (await asStaff<Data>(world, method, path, body)).data;
  const sender = await call('POST', '/v1/sms/identities/', { name: 'NEWS', purpose: 'News of the provider' });
  await call('PUT', `/v1/sms/sender-identities/${sender.uuid}/`, { status: 'approved' });
  const body = { name: 'News', sender: sender.uuid, body: 'Hello', recipients: { numbers: inARow } };
  const plan = await call('POST', '/v1/sms/compose/plan/', body);
  const made = await call('POST', '/v1/sms/compose/', { ...body, plan: plan.uuid, cost: plan.cost });
  expect(made.status).toBe('draft');

  const { page } = await world.browser.open();
  await openAs(page, `${world.server.url}/admin/campaigns/${made.uuid}/show`, ADMIN);
  await see(page.getByText('You created this campaign, so another staff member must decide.'));
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  const approve = asStaff(world, 'POST', `/v1/admin/campaigns/${made.uuid}/approve/`, {});
  await expect(approve).rejects.toThrow(/ 403 .*another staff member must decide/);
  // Nothing waits but what the other tests send.
  await call('POST', `/v1/sms/compose/${made.uuid}/cancel/`, {});
});
