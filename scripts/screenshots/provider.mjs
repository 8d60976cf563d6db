import { httpInput } from '../../tests/support/httpOperator.ts';
import { ADMIN, CUSTOMER, openSignedIn, tokenOf, url } from './demo.mjs';
import { ask } from './journeySteps.mjs';

/** What a provider runs beside the settings: customers and their limits, teams, reports, erasures, and campaigns over Viber. */
export async function providerPages(shoot) {
  const token = await tokenOf(ADMIN);
  const [account] = (await ask('/v1/admin/accounts/?search=Himal', { token })).results;
  await customers(shoot, token, account);
  await overViber(shoot, token, account);
}

/** Opens an address as this user, and takes its picture. */
async function take(shoot, email, name, path, ready) {
  const page = await openSignedIn({}, email);
  await page.goto(url + path);
  await ready?.(page);
  await shoot(page, name);
  await page.context().close();
}

async function customers(shoot, token, account) {
  const limits = { daily_cap: 20_000, rate_cap: 50, low_balance_below: 100_000, tags: ['retail', 'valley'] };
  const { uuid, name, type, pan, address } = account;
  const body = { name, type, pan, address, ...limits };
  await ask(`/v1/admin/accounts/${uuid}/`, { token, method: 'PUT', body });
  const own = await tokenOf(CUSTOMER);
  for (const [name, role] of [
    ['Ramesh Adhikari', 'sender'],
    ['Binita Maharjan', 'viewer'],
    ['Suman Tamang', 'developer'],
  ]) {
    const email = `${name.toLowerCase().replace(' ', '.')}@himal-traders.example`;
    await ask('/v1/autho/team/', { token: own, body: { name, email, role } });
  }
  await ask('/v1/autho/erasures/', { token: own, body: { phone: '9841234599', reference: 'Letter 114' } });
  await take(shoot, ADMIN, 'account', `/admin/accounts/${uuid}/show`);
  await take(shoot, CUSTOMER, 'team', '/team');
  await take(shoot, ADMIN, 'reports', '/admin/reports');
  await take(shoot, CUSTOMER, 'erasures', '/settings/erasures');
}

async function overViber(shoot, token, account) {
  const address = 'https://viber.example/messages/';
  await ask('/v1/admin/operator-links/', {
    token,
    body: { ...httpInput('viber', address, { http_receipts: 'none' }), channel: 'viber' },
  });
  const made = { account: account.uuid, name: 'Himal Offers' };
  const { data } = await ask('/v1/admin/viber-identities/', { token, body: made });
  await ask(`/v1/admin/viber-identities/${data.uuid}/decide/`, { token, body: { status: 'approved' } });
  await ask('/v1/admin/product-pricing/', {
    token,
    body: { price: 120, viber_price: 150, release_undelivered: false },
  });
  await take(shoot, CUSTOMER, 'viber', '/sms/bulk-sms', async (page) => {
    await page.getByRole('radio', { name: 'Viber' }).check();
    await page.getByLabel('Campaign name').fill('Dashain offers');
    await page.getByLabel('Text', { exact: true }).fill('Dear {{name}}, our Dashain offers begin on Sunday.');
    await page.evaluate(() => document.activeElement?.blur());
  });
}
