import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';
import { other, record, setUpAccounts, times } from './accountsSetup.tsx';

const setup = setUpAccounts();
const { open, asked } = setup;

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
      setup.api
        .urls()
        .some((url) => url.includes(`/v1/autho/users/`) && url.includes(`account=${record.uuid}`)),
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

  it('does not take over what was asked about another one, from which the browser goes back', async () => {
    const { router } = open();
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true });
    await heading(record.name);
    await act(() => router.navigate(`/admin/accounts/${other.uuid}/show`));
    await heading(other.name);
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByRole('dialog', { name: `Deactivate ${other.name}?` })).toBeTruthy();
    await act(() => router.navigate(-1));
    await heading(record.name);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that somebody else has deactivated meanwhile says so and shows the newest state', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    setup.shown = { ...setup.shown, is_active: false };
    const detail = 'This account is already inactive. Nothing was changed.';
    setup.refusal = { status: 409, body: { detail, code: 'conflict' } };
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
    setup.shown = { ...record, is_provider: true };
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
    setup.parts = 0;
    setup.shown = { ...record, created_at: new Date().toISOString(), users: 0, balance: 0 };
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
    setup.shown = { ...setup.shown, users: 1 };
    setup.ownPrices = [{ uuid: uuid(30), ...times, account: record.uuid, price: 100 }];
    open();
    await waitFor(async () =>
      expect(await steps()).toEqual({ user: 'done', balance: 'open', price: 'done' }),
    );
    expect(
      setup.api
        .urls()
        .some((url) => url.includes('/product-pricing/') && url.includes(`account=${record.uuid}`)),
    ).toBe(true);
  });

  it.each([
    ['has users and money', { users: 1, balance: 100 }],
    ['is not new any more', { users: 1, created_at: '2026-01-02T03:04:05Z' }],
    ['is deactivated', { is_active: false }],
    ['is the provider’s', { is_provider: true }],
  ])('shows no steps when it %s', async (_, change) => {
    setup.shown = { ...setup.shown, ...change };
    open();
    await screen.findByRole('heading', { level: 1, name: 'Terai Mills' });
    await screen.findByRole('region', { name: 'Overview' });
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  });

  it('counts parts of a package as money', async () => {
    setup.shown = { ...setup.shown, users: 1 };
    setup.parts = 480;
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
