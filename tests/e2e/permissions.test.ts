import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { listen } from './accessScan.ts';
import * as steps from './steps.ts';
import { goTo } from './visit.ts';
import { standingWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await standingWorld();
});

/** The menu's words from top to bottom, with every group open. */
async function menu(page: Page): Promise<string[]> {
  const list = page.getByRole('navigation', { name: 'Main menu' });
  const closed = list.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  return list.locator('.menu-section, .menu-link > span:not([aria-hidden], [hidden])').allInnerTexts();
}

async function token(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'token')?.value ?? '';
}

/** The status that the API itself answers to this token. */
async function asks(token: string, method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(world.server.url + path, {
    method,
    headers: { authorization: `Token ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return response.status;
}

/** That the server answers with the console at each of these addresses, as it does at the first. */
async function expectConsole(paths: readonly string[]): Promise<void> {
  const documents = paths.map(async (path) => {
    const answer = await fetch(world.server.url + path, { headers: { accept: 'text/html' } });
    return [path, answer.status, await answer.text()];
  });
  const [first, ...others] = await Promise.all(documents);
  expect(first?.slice(1)).toEqual([200, expect.stringContaining('id="root"')]);
  for (const [path, ...document] of others) expect(document, String(path)).toEqual(first?.slice(1));
}

test('support staff read what they may and can change nothing, in the console as on the server', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.goto(`${world.server.url}/sms`);
  // The customers' door is not theirs.
  await steps.signIn(page, steps.SUPPORT);
  await steps.eventually(() => page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  tab.excuse(/status of 400.*\/v1\/login\//);
  await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.signIn(page, steps.SUPPORT);
  await steps.see(steps.title(page, 'Campaigns'));
  expect(await menu(page)).toEqual([
    // Nothing of the provider's own account, which support cannot use.
    ...['Dashboard', 'Sms', 'Campaign List', 'User'],
    ...['Administration', 'Customers', 'Search', 'Accounts'],
    ...['Review Queue', 'KYC', 'Credit Requests', 'Campaign Oversight', 'Sending', 'Operator Links'],
    ...['System', 'Reports'],
  ]);

  // Every customer's campaigns can be read, none can be steered.
  await page.getByRole('link', { name: 'Corrected price list' }).click();
  await steps.see(steps.title(page, 'Corrected price list'));
  await steps.see(page.getByRole('heading', { name: 'Delivery results' }));
  const visit = { page, settled: listen(page) };
  const writing =
    /Send Bulk SMS|Pause|Resume|Stop|Approve|Confirm|Reject|Cancel campaign|Retry|Delete|Edit|Add |Import/;
  const read = ['/sms/templates', '/packages/sms', '/packages/active-packages', '/wallet/topup-history'];
  const staffs = ['/users', '/kyc', '/admin/accounts', '/admin/payment-references', '/admin/campaigns'];
  const open = ['/', '/sms', '/sms/dispatch', '/sms/consumption-history', ...read, ...staffs];
  for (const path of open) {
    await goTo(visit, path);
    expect(steps.path(page)).toBe(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: writing }).count()).resolves.toBe(0);
    await expect(main.getByRole('link', { name: writing }).count()).resolves.toBe(0);
  }

  const closed = ['/contact', '/contact/groups', '/contact/imports/create', '/sms/bulk-sms'];
  const settings = ['/settings/blacklist', '/settings/api-keys', '/settings/webhooks'];
  const administration = [
    ...['/users/create', '/admin/accounts/create', '/admin/sender-identities', '/admin/wallets'],
    ...['/admin/product-pricing', '/admin/packages', '/admin/blocked-keywords', '/admin/viber-identities'],
    ...['/admin/number-plan', '/admin/operator-links/create', '/admin/audit-log', '/admin/settings'],
  ];
  const refused = [
    ...[...closed, '/sms/templates/create', '/wallet/topup-history/create', ...settings],
    ...administration,
  ];
  await expectConsole([...open, ...refused]);
  for (const path of refused) {
    await goTo(visit, path);
    await steps.see(steps.title(page, 'You do not have access to this page'));
    expect(steps.path(page)).toBe(path);
  }
  const held = await token(page);
  expect(await asks(held, 'GET', '/v1/sms/compose/')).toBe(200);
  expect(await asks(held, 'GET', '/v1/core/contacts/')).toBe(403);
  expect(await asks(held, 'POST', '/v1/sms/templates/', { name: 'x', body: 'y' })).toBe(403);

  // A browser that has the session and knows nobody yet asks for no list that its user may not read.
  await page.evaluate(() => localStorage.clear());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${world.server.url}/contact`);
  await steps.see(steps.title(page, 'You do not have access to this page'));
  expect(asked).not.toContain('/v1/core/contacts/');
  expect(tab.complaints).toEqual([]);
});

test('an administrator has the whole menu; customers may not come in by the staff door', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await page.goto(world.server.url);
  await page.getByRole('button', { name: 'Staff sign-in' }).click();
  await steps.see(steps.title(page, 'Staff sign-in'));
  await steps.signIn(page, steps.CUSTOMER);
  await steps.eventually(() => page.getByRole('alert').textContent()).toBe(steps.WRONG_PAIR);
  tab.excuse(/status of 400.*\/v1\/login\/admin\//);
  await steps.signIn(page, steps.ADMIN);
  await steps.see(steps.title(page, 'Dashboard'));
  expect(await menu(page)).toEqual([
    'Dashboard',
    ...['Packages', 'Buy Package', 'Active Packages', 'Package Purchase History'],
    ...['Sms', 'Send Bulk SMS', 'SMS Templates', 'Campaign List', 'Consumption History'],
    ...['Contact', 'Wallet', 'Topup History', 'User', 'Settings', 'Blacklist'],
    ...['Developers', 'API Keys', 'Webhooks', 'Privacy', 'Erased numbers'],
    ...['Administration', 'Customers', 'Search', 'Accounts', 'Wallets'],
    ...['Review Queue', 'KYC', 'Credit Requests', 'Sender IDs', 'Viber Identities', 'Campaign Oversight'],
    ...['Sending', 'Operator Links', 'Number Plan', 'Blocked Keywords'],
    ...['Catalogue', 'Product Pricing', 'Packages for Sale'],
    ...['System', 'Reports', 'Audit Log', 'Provider Settings'],
  ]);
  expect(tab.complaints).toEqual([]);
});

/** The signed-in routes of the specification's section 2 that customers may open, and what each is headed with. */
const customers = {
  '/': 'Dashboard',
  '/contact': 'Contacts',
  '/profile': 'Profile',
  '/sms': 'Campaigns',
  '/sms/dispatch': 'Messages',
  '/sms/templates': 'Templates',
  '/sms/bulk-sms': 'Send Bulk SMS',
  '/sms/consumption-history': 'Consumption history',
  '/wallet/history': 'Wallet history',
  '/wallet/topup-history': 'Topup history',
  '/wallet/daily-consumption': 'Daily consumption',
  '/packages/active-packages': 'Active packages',
  '/packages/sms': 'Buy Package',
  '/packages/history': 'Package purchase history',
  '/settings/blacklist': 'Blacklist',
  '/settings/api-keys': 'API keys',
  '/settings/webhooks': 'Webhooks',
  '/kyc': 'Identity verification (KYC)',
};

test('each address of a customer’s opens for them, and leads back to it through the sign-in page', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  for (const path of Object.keys(customers)) {
    await page.goto(world.server.url + path);
    await steps.see(steps.title(page, 'Sign in'));
    expect(steps.path(page)).toBe(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
  }
  await expectConsole(Object.keys(customers));
  await steps.openBySigningIn(page, `${world.server.url}/kyc`, steps.CUSTOMER);
  const visit = { page, settled: listen(page) };
  for (const [path, heading] of Object.entries(customers)) {
    await goTo(visit, path);
    await steps.see(steps.title(page, heading));
    expect(steps.path(page)).toBe(path);
  }
  expect(tab.complaints).toEqual([]);
});

test('what is at no address is not found, signed in or not', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  for (const path of ['/no-such-page', '/sms/nope']) {
    await page.goto(world.server.url + path);
    await steps.see(steps.title(page, 'Page not found'));
    expect(steps.path(page)).toBe(path);
  }
  await page.getByRole('link', { name: 'Sign in' }).click();
  await steps.see(steps.title(page, 'Sign in'));
  expect(steps.path(page)).toBe('/login');
  await steps.openAs(page, `${world.server.url}/no-such-page`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Page not found'));
  for (const path of ['/sms/nope', '/contact/nope/show', '/sms/templates/x/y']) {
    await page.goto(world.server.url + path);
    await steps.see(steps.title(page, 'Page not found'));
    expect(steps.path(page)).toBe(path);
  }
  expect(tab.complaints).toEqual([]);
  // The record of another account, or of none, is not found either; its address was a good one.
  await page.goto(`${world.server.url}/sms/01900000-0000-7000-8000-000000000000/show`);
  await steps.see(steps.title(page, 'Page not found'));
  tab.excuse(/status of 404/);
  expect(tab.complaints).toEqual([]);
});

test('signing out ends the token on the server too', async () => {
  const tab = await world.browser.open();
  const { page } = tab;
  await steps.openAs(page, `${world.server.url}/contact`, steps.CUSTOMER);
  await steps.see(steps.title(page, 'Contacts'));
  const held = await token(page);
  expect(await asks(held, 'GET', '/v1/autho/user/profile/')).toBe(200);
  await page.getByRole('button', { name: 'Menu of Sita Sharma' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await steps.see(steps.title(page, 'Sign in'));
  expect(steps.path(page)).toBe('/login');
  expect(await token(page)).toBe('');
  expect(await asks(held, 'GET', '/v1/autho/user/profile/')).toBe(401);
  await page.goBack();
  await steps.see(steps.title(page, 'Sign in'));
  expect(tab.complaints).toEqual([]);
});
