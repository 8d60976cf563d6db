import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Account, account } from '#schema/account.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { AccountShow } from '../../../src/resources/people/accounts/AccountShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, pageOf, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const record: Account = {
  uuid: uuid(1),
  ...times,
  name: 'Terai Mills',
  type: 'company',
  pan: '302345678',
  address: 'Biratnagar',
  kyc_status: 'approved',
  is_active: true,
  balance: 1_250_000,
  users: 2,
  is_provider: false,
  billing: 'prepaid',
  credit_limit: 0,
  tags: [],
};
const day = (n: number, sent: number) => ({
  day: `2026-01-0${n}`,
  sent,
  delivered: sent,
  failed: 0,
  parts: sent,
  amount: sent * 135.6,
});

const resources: ResourceProps[] = [
  { name: account.name, list: <p>the list</p>, show: <AccountShow />, edit: <p>the form</p> },
  { name: 'users', show: <p>the user</p> },
];

let shown: Account;
let refusal: Answer | undefined;
let parts: number;
let ownPrices: object[];
let api: Awaited<ReturnType<typeof startApi>>;

function answer({ method, url, body }: Asked): Answer {
  if (url.endsWith('/adjust/')) {
    if (refusal) return refusal;
    const { amount } = body as { amount: number };
    const before = shown.balance;
    shown = { ...shown, balance: before + amount };
    return { body: { data: { before, after: shown.balance } } };
  }
  if (url.endsWith('/deactivate/')) {
    if (refusal) return refusal;
    shown = { ...shown, is_active: false };
    return { body: { data: { signed_out: 3, paused: 1 } } };
  }
  if (url.endsWith('/activate/')) {
    shown = { ...shown, is_active: true };
    return { body: { data: shown } };
  }
  if (url.endsWith('/overview/')) {
    const prices = [{ operator: 'ntc', price: 135.6 }];
    const data = {
      held: 27_100,
      running: 1,
      parts,
      kyc: uuid(7),
      prices,
      days: [day(1, 0), day(2, 40)],
    };
    return { body: { data } };
  }
  if (url.startsWith('/v1/admin/product-pricing/')) return { body: pageOf(...ownPrices) };
  if (url.startsWith('/v1/autho/users/')) {
    const one = { uuid: uuid(20), ...times, name: 'Gita Jha', email: 'gita@terai.test', phone: null };
    return { body: pageOf({ ...one, account: shown.uuid, is_active: true, last_login_at: null }) };
  }
  if (url.startsWith('/v1/admin/campaigns/'))
    return { body: pageOf({ ...aCampaign({ status: 'cancelled', captured: 0, released: 13_560 }) }) };
  if (method === 'GET' && url === `${account.path}${record.uuid}/`) return { body: { data: shown } };
  return { body: pageOf() };
}

beforeEach(async () => {
  shown = record;
  refusal = undefined;
  parts = 480;
  ownPrices = [];
  preferences.set({ language: 'en' });
  api = await startApi(answer);
  pointTo(api.base);
  signInStaff('admin');
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const open = (search = '') =>
  renderConsole(resources, `/admin/accounts/${record.uuid}/show${search}`, api.base);
const asked = (path: string) => api.asked.filter(({ url }) => url.endsWith(path));

describe('an account', () => {
  it('shows what it has and holds, its prices, and the way to its messages and KYC', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Terai Mills' })).toBeTruthy();
    const figures = await screen.findByRole('region', { name: 'Overview' });
    await within(figures).findByText('Rs. 271.00');
    expect(figures.textContent).toContain('12,500.00');
    expect(figures.textContent).toContain('480');
    expect(within(figures).getByRole('link', { name: 'See the KYC' }).getAttribute('href')).toBe(
      `/kyc/${uuid(7)}`,
    );
    expect(
      decodeURIComponent(
        within(figures)
          .getByRole('link', { name: /messages/ })
          .getAttribute('href') ?? '',
      ),
    ).toBe(`/sms/dispatch?filter={"account":"${record.uuid}"}`);
    const prices = await screen.findByRole('region', { name: 'Current price per part' });
    expect(prices.textContent).toContain('1.356');
  });

  it('shows what its cancelled campaigns were charged, not what they held', async () => {
    open('?tab=campaigns');
    await screen.findByText('Dues');
    expect(document.querySelector('.cost')?.textContent).toBe('Rs.\u00a00.00');
  });

  it('lists its users in a tab that the address keeps', async () => {
    const { router } = open('?tab=users');
    const link = await screen.findByRole('link', { name: 'Gita Jha' });
    expect(link.getAttribute('href')).toBe(`/users/${uuid(20)}/show`);
    expect(
      api.urls().some((url) => url.includes(`/v1/autho/users/`) && url.includes(`account=${record.uuid}`)),
    ).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Daily sending' }));
    expect(router.state.location.search).toBe('?tab=daily');
    expect(await screen.findByText('40 sent, 40 delivered, 0 failed.')).toBeTruthy();
    expect(screen.queryByText('PAN')).toBeNull();
  });

  it('is deactivated after saying what happens, and the page shows it', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Terai Mills?' });
    expect(dialog.textContent).toContain('Its 2 users are signed out immediately');
    expect(dialog.textContent).toContain('Campaigns in progress are paused');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(asked('/deactivate/')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }),
    );
    expect(
      await screen.findByText('Terai Mills is inactive. Signed out: 3. Campaigns paused: 1.'),
    ).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy();
    expect(asked('/deactivate/')).toHaveLength(1);
  });

  it('that somebody else has deactivated meanwhile says so and shows the newest state', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    shown = { ...shown, is_active: false };
    const detail = 'This account is already inactive. Nothing was changed.';
    refusal = { status: 409, body: { detail, code: 'conflict' } };
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }),
    );
    expect(await screen.findByText(`Nothing was changed: ${detail}`)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy();
  });

  it('has no button that changes anything for support, and no wallet entries', async () => {
    signInStaff('support');
    open();
    await screen.findByRole('heading', { level: 1, name: 'Terai Mills' });
    expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Wallet entries' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Campaigns' })).toBeTruthy();
  });

  it('of the provider cannot be adjusted or deactivated', async () => {
    shown = { ...record, is_provider: true };
    open();
    expect(await screen.findByText('Your own account')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Adjust wallet' })).toBeNull();
  });
});

describe('an account that was just added', () => {
  const steps = async () => {
    const card = await screen.findByRole('region', { name: 'Next steps' });
    return Object.fromEntries(
      within(card)
        .getAllByRole('listitem')
        .map((step) => [step.dataset.step, step.dataset.state]),
    );
  };
  beforeEach(() => {
    parts = 0;
    shown = { ...record, created_at: new Date().toISOString(), users: 0, balance: 0 };
  });

  it('says what comes next, each with its action', async () => {
    open();
    const card = await screen.findByRole('region', { name: 'Next steps' });
    expect(await steps()).toEqual({ user: 'open', balance: 'open', price: 'open' });
    for (const [name, path] of [
      ['Invite a user', '/users/create'],
      ['Set a price', '/admin/product-pricing/create'],
    ] as const)
      expect(within(card).getByRole('link', { name }).getAttribute('href')).toBe(
        `${path}?account=${record.uuid}`,
      );
    await userEvent.click(within(card).getByRole('button', { name: 'Adjust wallet' }));
    expect(await screen.findByRole('dialog', { name: 'Adjust the wallet of Terai Mills' })).toBeTruthy();
  });

  it('marks what is done, and asks only for prices of this account', async () => {
    shown = { ...shown, users: 1 };
    ownPrices = [{ uuid: uuid(30), ...times, account: record.uuid, price: 100 }];
    open();
    await waitFor(async () =>
      expect(await steps()).toEqual({ user: 'done', balance: 'open', price: 'done' }),
    );
    expect(
      api.urls().some((url) => url.includes('/product-pricing/') && url.includes(`account=${record.uuid}`)),
    ).toBe(true);
  });

  it.each([
    ['has users and money', { users: 1, balance: 100 }],
    ['is not new any more', { users: 1, created_at: '2026-01-02T03:04:05Z' }],
    ['is deactivated', { is_active: false }],
    ['is the provider’s', { is_provider: true }],
  ])('shows no steps when it %s', async (_, change) => {
    shown = { ...shown, ...change };
    open();
    await screen.findByRole('heading', { level: 1, name: 'Terai Mills' });
    await screen.findByRole('region', { name: 'Overview' });
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  });

  it('counts parts of a package as money', async () => {
    shown = { ...shown, users: 1 };
    parts = 480;
    open();
    await screen.findByText('480');
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  });

  it('shows support no steps, because it can do none of them', async () => {
    signInStaff('support');
    open();
    await screen.findByRole('region', { name: 'Overview' });
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  });
});

describe('adjusting the wallet', () => {
  const start = async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust wallet' }));
    return screen.findByRole('dialog', { name: 'Adjust the wallet of Terai Mills' });
  };
  const fill = async (amount: string, reason: string) => {
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), amount);
    await userEvent.type(screen.getByLabelText(/Reason/), reason);
  };

  it('says exactly what it comes to, is done once, and shows the new balance', async () => {
    const dialog = await start();
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'take');
    await fill('1,250.50', 'Charged twice');
    expect(dialog.textContent).toContain('12,500.00');
    expect(dialog.textContent).toContain('-Rs.\u00a01,250.50');
    expect(dialog.textContent).toContain('11,249.50');
    const letAnswer = api.hold();
    await userEvent.dblClick(within(dialog).getByRole('button', { name: /^Deduct Rs/ }));
    letAnswer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => body)).toEqual([
      { amount: -125_050, reason: 'Charged twice', balance: 1_250_000 },
    ]);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Overview' }).textContent).toContain('11,249.50'),
    );
  });

  it('above the limit says that a second person must confirm it', async () => {
    const dialog = await start();
    await fill('5000', 'Refund');
    refusal = { status: 202, body: { data: { before: 1_250_000, after: 1_250_000, waits: true } } };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    expect(await screen.findByText(/above the limit.*when a second person confirms it/)).toBeTruthy();
  });

  it('says beside the field what is wrong, and sends nothing', async () => {
    const dialog = await start();
    const submit = () => within(dialog).getByRole('button', { name: /Adjust balance|Deduct|Add Rs/ });
    await userEvent.click(submit());
    expect(screen.getByLabelText(/Amount in rupees/)).toBe(document.activeElement);
    expect(within(dialog).getAllByText('Required')).toHaveLength(2);
    await fill('abc', 'x');
    await userEvent.click(submit());
    expect(within(dialog).getByText(/Enter an amount in rupees/)).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/Amount in rupees/));
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), '12500.01');
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'take');
    await userEvent.click(submit());
    expect(within(dialog).getByText(/The balance is only/)).toBeTruthy();
    expect(asked('/adjust/')).toEqual([]);
  });

  it('of a balance that has changed shows the newest, and does nothing by itself', async () => {
    const dialog = await start();
    await fill('100', 'Bonus');
    refusal = {
      status: 409,
      body: { detail: 'The balance has changed.', code: 'conflict', data: { balance: 900_000 } },
    };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    expect(await within(dialog).findByText(/The balance has changed\. It is now/)).toBeTruthy();
    expect(dialog.textContent).toContain('9,100.00');
    refusal = undefined;
    shown = { ...shown, balance: 900_000 };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => (body as { balance: number }).balance)).toEqual([
      1_250_000, 900_000,
    ]);
  });
});
