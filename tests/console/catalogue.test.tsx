import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ViberIdentity } from '#schema/viberIdentity.ts';
import { packageForSale } from '../../src/resources/billing/packagesForSale/index.tsx';
import { viberIdentity as viberIdentityResource } from '../../src/resources/messaging/viberIdentities/index.tsx';
import { numberPlan as numberPlanResource } from '../../src/resources/operations/numberPlan/index.tsx';
import { active, base, pages, setUpCatalogue, signIn, uuid } from './catalogueSetup.ts';
import { renderConsole } from './support/crudConsole.tsx';
import { resourceOf } from './support/resourceOf.ts';

const setup = setUpCatalogue();

test('other terms of a package for sale are saved only after they are confirmed for everybody', async () => {
  const pack = { ...base, name: 'Dashain', parts: 1000, price: 120_000, validity_days: 30, is_active: true };
  const user = userEvent.setup();
  signIn(['package-sale-list', 'get'], ['package-sale-list', 'post']);
  setup.answer = ({ url }) =>
    url.includes('/product/active/')
      ? { body: { data: { account: null, prices: [active] } } }
      : { body: { data: { ...pack, sold: 3 } } };
  renderConsole(
    [{ name: 'admin/packages', ...packageForSale }],
    `/admin/packages/${uuid(1)}`,
    setup.api.base,
  );
  const saves = () => setup.api.asked.filter(({ method }) => method === 'PUT');
  const input = await screen.findByLabelText('Price (Rs.)', {}, { timeout: 10_000 });
  await user.clear(input);
  await user.type(input, '1500');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = { name: 'Change the package “Dashain” for everybody?' };
  const dialog = await screen.findByRole('dialog', question);
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('Rs. 1,200.00 → Rs. 1,500.00');
  expect(saves()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Change the package' }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]?.body).toMatchObject({ price: 150_000 });
});

test('a text is tried as one types, and what would be refused is marked', async () => {
  const user = userEvent.setup();
  signIn(['blocked-keyword-list', 'get']);
  setup.answer = ({ method }) =>
    method === 'POST'
      ? { body: { data: { hits: [{ uuid: uuid(1), keyword: 'bet', start: 2, end: 5 }] } } }
      : { body: pages() };
  renderConsole([resourceOf('admin/blocked-keywords')], '/admin/blocked-keywords', setup.api.base);
  await user.type(await screen.findByLabelText('Message text'), 'A BET!');
  expect((await screen.findByText('BET')).tagName).toBe('MARK');
  expect(screen.getByText('Blocked: one place with “bet”.').getAttribute('role')).toBe('status');
  expect(setup.api.asked.at(-1)).toEqual({
    method: 'POST',
    url: '/v1/admin/blocked-sms-keywords/test/',
    body: { text: 'A BET!' },
  });
  // The verdict is about no other text.
  const release = setup.api.hold();
  await user.type(screen.getByLabelText('Message text'), '?');
  expect(screen.queryByText('Blocked: one place with “bet”.')).toBeNull();
  release();
  expect(await screen.findByText('Blocked: one place with “bet”.')).toBeTruthy();
});

test('a Viber name that somebody else has decided meanwhile says so, and shows how', async () => {
  const user = userEvent.setup();
  signIn(['viber-identity-list', 'post'], ['account-list', 'get']);
  let shown: ViberIdentity = {
    ...base,
    account: uuid(80),
    account_name: 'Himal Traders',
    name: 'Himal Offers',
    status: 'pending',
    reason: null,
    decided_at: null,
  };
  const detail = 'This Viber identity is already rejected. Nothing was changed.';
  setup.answer = ({ method }) => {
    if (method === 'GET') return { body: { data: shown } };
    shown = { ...shown, status: 'rejected', reason: 'No papers', decided_at: base.created_at };
    return { status: 409, body: { detail, code: 'conflict' } };
  };
  renderConsole(
    [{ name: 'admin/viber-identities', ...viberIdentityResource }],
    `/admin/viber-identities/${uuid(1)}/show`,
    setup.api.base,
  );
  const account = await screen.findByRole('link', { name: shown.account_name });
  expect(account.getAttribute('href')).toBe(`/admin/accounts/${shown.account}/show`);
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(screen.getByText(/^With an approved Viber identity the account can send/)).toBeDefined();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(await screen.findByText('No papers')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
});

test('a Viber identity is deleted by itself, after asking, and what the server answers is shown', async () => {
  const user = userEvent.setup();
  signIn(['viber-identity-list', 'post']);
  const identity = { ...base, account: uuid(80), account_name: 'Himal Traders', name: 'Himal Offers' };
  const detail = 'A campaign that has not ended is sent with this Viber identity.';
  setup.answer = ({ method }) =>
    method === 'GET'
      ? { body: pages({ ...identity, status: 'approved', reason: null, decided_at: base.created_at }) }
      : { status: 409, body: { detail, code: 'conflict' } };
  renderConsole(
    [{ name: 'admin/viber-identities', ...viberIdentityResource }],
    '/admin/viber-identities',
    setup.api.base,
  );
  await user.click(await screen.findByRole('button', { name: 'Delete: Himal Offers' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(detail)).toBeDefined();
  const deletions = setup.api.urls().filter((url) => url.startsWith('DELETE'));
  expect(deletions).toEqual([`DELETE /v1/admin/viber-identities/${uuid(1)}/`]);
});

test('a number is looked up once it is complete, and an invalid one is reported', async () => {
  const user = userEvent.setup();
  signIn(['number-plan-list', 'get']);
  setup.answer = ({ url }) => {
    if (!url.includes('lookup')) return { body: pages() };
    if (url.includes('01441'))
      return {
        status: 400,
        body: { detail: 'x', code: 'invalid', errors: { phone: ['A landline cannot receive SMS.'] } },
      };
    return {
      body: { data: { phone: '+9779611000001', operator: 'smart', closed: true, prefix: '+977961' } },
    };
  };
  renderConsole([{ name: 'admin/number-plan', ...numberPlanResource }], '/admin/number-plan', setup.api.base);
  const input = await screen.findByLabelText('Mobile number');
  await user.type(input, '9611000001');
  expect(
    await screen.findByText('Smart Cell, because it starts with 961. This operator has closed its network.'),
  ).toBeDefined();
  await user.clear(input);
  await user.type(input, '01-4412345');
  await user.clear(input);
  await user.type(input, '014412345');
  expect(await screen.findByText('A landline cannot receive SMS.')).toBeDefined();
});
