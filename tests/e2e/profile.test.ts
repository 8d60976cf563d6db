import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mails } from './outbox.ts';
import { asStaff } from './staff.ts';
import * as steps from './steps.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('a new name is in the menu at once, and still after a reload', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, world.server.url, steps.CUSTOMER);
  await page.getByRole('button', { name: 'Menu of Sita Sharma' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await steps.see(steps.title(page, 'Profile'));
  expect(steps.path(page)).toBe('/profile');

  const own = card(page, 'Your details');
  await own.getByRole('button', { name: 'Edit' }).click();
  await own.getByLabel('Name').fill('Sita K. Shrestha');
  // What is typed is not left behind unasked.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay' }).click();
  await leave.waitFor({ state: 'hidden' });
  expect(steps.path(page)).toBe('/profile');
  await own.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByRole('button', { name: 'Menu of Sita K. Shrestha' }));
  await page.reload();
  await steps.see(page.getByRole('button', { name: 'Menu of Sita K. Shrestha' }));
  await steps.see(own.getByText('Sita K. Shrestha'));
  expect(tab.complaints).toEqual([]);
});

test('another e-mail address waits for its link, and signs in from then on', async () => {
  const { server, browser } = world;
  const tab = await browser.open();
  const { page } = tab;
  // Support staff change nothing, unless an administrator lets one of them.
  const { results } = await asStaff<{ results: { uuid: string }[] }>(
    world,
    'GET',
    '/v1/autho/users/?role=support',
  );
  const ui_permissions = ['get', 'post'].map((verb) => ['profile-my', verb]);
  await asStaff(world, 'PUT', `/v1/autho/users/${results[0]?.uuid}/`, { ui_permissions });
  await steps.openAs(page, `${server.url}/profile`, steps.SUPPORT);
  const own = card(page, 'Your details');
  await own.getByRole('button', { name: 'Change e-mail address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change e-mail address' });
  const ask = async (password: string) => {
    await dialog.getByLabel('New e-mail address').fill('moved@demo.test');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Send the link' }).click();
  };
  await ask('wrong');
  await steps.see(dialog.getByText('The password is not correct.'));
  tab.excuse(/status of 400/);
  await ask(steps.PASSWORD);
  const waits = own.getByText(/^The e-mail address changes to moved@demo\.test once/);
  await steps.see(waits);
  /** Of the newest mail that has another link than this. */
  const linkAfter = async (former: string) => {
    let link = '';
    await steps
      .eventually(async () => {
        const [newest] = await mails(world, 'moved@demo.test');
        link = /\/confirm-address\/\S+/.exec(newest?.text ?? '')?.[0] ?? former;
        return link;
      })
      .not.toBe(former);
    return link;
  };
  const cancelled = await linkAfter('');
  await own.getByRole('button', { name: 'Cancel the change' }).click();
  await own.getByRole('button', { name: 'Change e-mail address' }).click();
  await ask(steps.PASSWORD);
  await steps.see(waits);
  const link = await linkAfter(cancelled);
  await page.goto(server.url + link);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(page, 'moved@demo.test');
  await steps.see(page.getByRole('button', { name: /^Menu of/ }));
  await steps
    .eventually(async () => (await mails(world, steps.SUPPORT))[0]?.subject)
    .toBe('Your e-mail address was changed');
  expect(tab.complaints).toEqual([]);
});

test('a sender ID is asked for, approved by staff, and then chosen to send from', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/profile`, steps.CUSTOMER);
  const senders = card(page, 'Sender IDs');
  await senders.getByRole('link', { name: 'Request a sender ID' }).click();
  await steps.see(steps.title(page, 'Request a sender ID'));
  await page.getByLabel('Sender ID').fill('HIMAL1');
  await page.getByLabel('Purpose').fill('Offers to our own customers');
  await page.locator('input[type=file]').setInputFiles({
    name: 'registration.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await steps.see(page.getByText('70 B, uploaded'));
  await page.getByRole('button', { name: 'Send request' }).click();
  await steps.see(steps.title(page, 'HIMAL1'));
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Purpose').fill('Offers to our own customers, weekly');
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByText('Offers to our own customers, weekly'));
  await page.goto(`${world.server.url}/profile`);
  const row = senders.getByRole('listitem').filter({ hasText: 'HIMAL1' });
  await steps.see(row.getByText('Pending'));

  const { results } = await asStaff<{ results: { uuid: string; account_name: string; document: string }[] }>(
    world,
    'GET',
    '/v1/sms/sender-identities/?status=pending&search=HIMAL1',
  );
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ account_name: 'Himal Traders', document: expect.any(String) });
  await asStaff(world, 'PUT', `/v1/sms/sender-identities/${results[0]?.uuid}/`, { status: 'approved' });

  await page.goto(`${world.server.url}/sms/bulk-sms`);
  const options = page.getByLabel('Sender ID', { exact: false }).locator('option');
  await steps.eventually(() => options.allInnerTexts()).toEqual(expect.arrayContaining(['DEMO', 'HIMAL1']));
  await page.goto(`${world.server.url}/profile`);
  await steps.see(row.getByText('Approved'));
  expect(tab.complaints).toEqual([]);
});

test('a session that is ended from another browser lands on the sign-in page', async () => {
  const here = await world.browser.open();
  const there = await world.browser.open();
  await steps.openAs(there.page, `${world.server.url}/profile`, steps.CUSTOMER);
  await steps.openAs(here.page, `${world.server.url}/profile`, steps.CUSTOMER);

  const rows = card(here.page, 'Security').getByRole('listitem');
  await steps.see(rows.filter({ hasText: 'This browser' }));
  // This browser first, then the other one, which was used last.
  const target = rows.nth(1);
  await target.getByRole('button', { name: /^Sign out: Chrome on Linux/ }).click();
  const dialog = here.page.getByRole('dialog', { name: 'Sign out Chrome on Linux?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await steps.see(here.page.getByText('Session signed out'));

  const loads: string[] = [];
  there.page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await there.page.getByRole('link', { name: 'Contact', exact: true }).click();
  await steps.see(there.page.getByRole('button', { name: 'Sign in', exact: true }));
  // Several requests were refused; the page is left once.
  expect(loads).toEqual(['/login']);
  there.excuse(/status of 401/);
  expect(there.complaints).toEqual([]);
  // The one that ended it goes on.
  await here.page.reload();
  await steps.see(steps.title(here.page, 'Profile'));
  expect(here.complaints).toEqual([]);
});
