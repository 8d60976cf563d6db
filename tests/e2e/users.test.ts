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

const PASSWORD = 'a-long-enough-one';
const EMAIL = 'gita@himal.test';
const banner = (page: Page) => page.getByRole('region', { name: 'Signed in as a customer' });

/** The address in the newest mail to somebody. */
async function mailedLink(address: string): Promise<string> {
  const [newest] = await mails(world, address);
  return /\/reset-password\/[\w-]+/.exec(newest?.text ?? '')?.[0] ?? '';
}

async function openUser(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('link', { name: 'User', exact: true }).click();
  await steps.see(steps.title(page, 'Users'));
  await steps.search(page, typed);
  await page.getByRole('link', { name, exact: true }).click();
  await steps.see(steps.title(page, name));
}

test('an administrator invites a user, who chooses a password, works, and is thrown out', async () => {
  const admin = await world.browser.open();
  const { page } = admin;
  await steps.openAs(page, `${world.server.url}/users`, steps.ADMIN);
  await page.getByRole('link', { name: 'Add user' }).click();
  await steps.see(steps.title(page, 'Invite a user'));
  await page.getByLabel('Name').fill('Gita Thapa');
  await page.getByLabel('E-mail').fill(steps.CUSTOMER);
  await steps.chooseHimal(page.getByRole('combobox', { name: 'Account' }));
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await steps.see(page.getByText('Another user has this e-mail address.'));
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await steps.see(steps.title(page, 'Gita Thapa'));
  await steps.see(page.getByText('Invited, but has not chosen a password yet.'));

  const user = await world.browser.open();
  await steps.eventually(() => mailedLink(EMAIL)).not.toBe('');
  await user.page.goto(world.server.url + (await mailedLink(EMAIL)));
  await user.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await user.page.getByRole('button', { name: 'Change password' }).click();
  await user.page.getByRole('link', { name: 'Sign in' }).click();
  await steps.signIn(user.page, EMAIL, PASSWORD);
  await steps.see(user.page.getByRole('button', { name: 'Menu of Gita Thapa' }));
  await user.page.getByRole('link', { name: 'Contact', exact: true }).click();
  await steps.see(steps.title(user.page, 'Contacts'));

  await page.reload();
  await steps.see(page.getByText('Signed in on 1 device.'));
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Gita Thapa?' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await steps.see(page.getByText('Gita Thapa is deactivated'));

  await user.page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await steps.signIn(user.page, EMAIL, PASSWORD);
  await steps.see(user.page.getByText(steps.WRONG_PAIR));
  user.excuse(/status of 40[01]/);
  admin.excuse(/status of 400/);
  expect(user.complaints).toEqual([]);
  expect(admin.complaints).toEqual([]);
});

test('pairs that an administrator takes away are gone at the next step', async () => {
  const admin = await world.browser.open();
  const customer = await world.browser.open();
  await steps.openAs(customer.page, `${world.server.url}/sms/templates`, steps.CUSTOMER);
  await steps.see(steps.title(customer.page, 'Templates'));

  const { page } = admin;
  await steps.openAs(page, `${world.server.url}/users`, steps.ADMIN);
  await openUser(page, steps.CUSTOMER, 'Sita Sharma');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'Chosen for this user' }).check();
  await page.getByRole('checkbox', { name: 'Contacts and groups: View' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  // The form says so before it is saved: its page, which alone leads to the form, says it after.
  await steps.see(page.getByRole('link', { name: 'Edit' }));
  await steps.see(page.getByText('Differs from the role'));

  await customer.page.reload();
  await steps.see(customer.page.getByRole('link', { name: 'SMS Templates', exact: true }));
  await steps
    .eventually(() => customer.page.getByRole('link', { name: 'Contact', exact: true }).count())
    .toBe(0);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Reset to the role’s permissions' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await steps.see(page.getByRole('link', { name: 'Edit' }));
  await steps.see(page.getByText('Same as all customers'));
  await customer.page.reload();
  await steps.see(customer.page.getByRole('link', { name: 'Contact', exact: true }));
  expect(admin.complaints).toEqual([]);
  expect(customer.complaints).toEqual([]);
});

test('support finds a customer, sees what they see, changes nothing, and returns', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, world.server.url, steps.SUPPORT);
  await openUser(page, 'sharma', 'Sita Sharma');
  for (const name of ['Deactivate', 'Sign out everywhere'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  const own = page.url();

  await page.getByRole('button', { name: 'Sign in as' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in as Sita Sharma' });
  await dialog.getByLabel('Reason').fill('Asked why a campaign stopped');
  await dialog.getByRole('button', { name: 'Sign in as' }).click();
  await steps.see(banner(page));
  expect(await banner(page).textContent()).toContain(
    'You are signed in as Sita Sharma (Himal Traders), read-only.',
  );

  // What the customer has is there; what writes is not, by the menu or by its address.
  await page.getByRole('button', { name: 'Sms', exact: true }).click();
  await page.getByRole('link', { name: 'Campaign List' }).click();
  await steps.see(steps.title(page, 'Campaigns'));
  expect(await page.getByRole('link', { name: 'Send Bulk SMS' }).count()).toBe(0);
  await page.goto(`${world.server.url}/sms/bulk-sms`);
  await steps.see(page.getByText('You do not have access to this page'));
  await steps.see(banner(page));
  await page.goto(`${world.server.url}/sms/templates`);
  await steps.see(page.getByRole('table'));
  expect(await page.getByRole('link', { name: /^Add / }).count()).toBe(0);
  // Nor is what support may not read itself: the banner says why the menu is shorter.
  expect(await banner(page).textContent()).toContain('you see only what your own permissions allow');
  await page.goto(`${world.server.url}/contact`);
  await steps.see(page.getByText('You do not have access to this page'));

  // A second tab of this browser is the customer too, and says so.
  const second = await page.context().newPage();
  await second.goto(world.server.url);
  await steps.see(banner(second));
  await page.getByRole('button', { name: 'Return to your own session' }).click();
  await page.waitForURL(own);
  await steps.see(steps.title(page, 'Sita Sharma'));
  await steps.see(page.getByRole('button', { name: 'Menu of Bikash Rai' }));
  expect(await banner(page).count()).toBe(0);
  await steps.see(second.getByRole('button', { name: 'Menu of Bikash Rai' }));
  await second.close();

  const { results } = await asStaff<{
    results: { action: string; title: string; after: { reason: string } }[];
  }>(world, 'GET', '/v1/admin/audit-log/?action__in=sign-in-as,sign-in-as-end');
  const recorded = results.filter(({ after }) => after.reason === 'Asked why a campaign stopped');
  expect(recorded.map(({ action, title, after }) => [action, title, after.reason])).toEqual([
    ['sign-in-as-end', 'Sita Sharma', 'Asked why a campaign stopped'],
    ['sign-in-as', 'Sita Sharma', 'Asked why a campaign stopped'],
  ]);
  expect(tab.complaints).toEqual([]);
});

test('the customer sees that support looks on, and ends it there', async () => {
  const staff = await world.browser.open();
  const customer = await world.browser.open();
  await steps.openAs(staff.page, world.server.url, steps.SUPPORT);
  await openUser(staff.page, 'sharma', 'Sita Sharma');
  await staff.page.getByRole('button', { name: 'Sign in as' }).click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Asked by phone');
  await dialog.getByRole('button', { name: 'Sign in as' }).click();
  await steps.see(banner(staff.page));

  await steps.openAs(customer.page, `${world.server.url}/profile`, steps.CUSTOMER);
  const row = customer.page.getByRole('listitem').filter({ hasText: 'Support, read-only' });
  await row.getByRole('button', { name: 'Sign out: Support, read-only' }).click();
  await customer.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await steps.see(customer.page.getByText('Session signed out'));

  // Whatever the page asks for next leads back; the dashboard may have asked by itself already.
  await staff.page.reload();
  await staff.page.waitForURL(/\/users\/[0-9a-f-]+\/show\?ended/);
  await steps.see(staff.page.getByText('The session as Sita Sharma has ended.'));
  await steps.see(staff.page.getByRole('button', { name: 'Menu of Bikash Rai' }));
  staff.excuse(/status of 401/);
  expect(staff.complaints).toEqual([]);
  expect(customer.complaints).toEqual([]);
});
