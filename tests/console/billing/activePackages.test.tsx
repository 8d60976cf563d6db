import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { ActivePackageList } from '../../../src/resources/billing/activePackages/ActivePackageList.tsx';
import { daysUntil } from '../../../src/resources/billing/activePackages/expiry.ts';
import { PurchaseList } from '../../../src/resources/billing/packageHistory/PurchaseList.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { uuid } from '../support/messagingConsole.tsx';
import { anActivePackage, aPayment, setUpPayments, text } from '../support/paymentsConsole.tsx';

const setup = setUpPayments();

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

describe('active packages', () => {
  const openActive = (address = '/packages/active-packages') =>
    renderConsole(
      [{ name: 'packages/active-packages', list: <ActivePackageList /> }],
      address,
      setup.server.base,
    );
  const asked = () =>
    new URL(setup.server.gets('/v1/credit/account-sms-packages/').at(-1)?.url ?? '', setup.server.base)
      .searchParams;

  it('show what is left as a meter with numbers, and warn in the last seven days', async () => {
    setUser({ ...(getUser() as User), offers: [] });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
    setup.server.state.active = [
      anActivePackage({ expires_at: inDays(6) }),
      anActivePackage({ uuid: uuid(711), name: 'Festival', remaining: 10_000, expires_at: inDays(30) }),
    ];
    openActive();
    const meter = await screen.findByRole('meter', { name: 'Business' });
    expect(meter.getAttribute('value')).toBe('2500');
    expect(screen.getByText('2,500 of 10,000 left')).toBeTruthy();
    expect(screen.getByText('Expires in 6 days').className).toContain('crud-status-warn');
    expect(screen.getByText('Expires in 30 days').className).not.toContain('crud-status');
    expect(asked().get('remaining__gte')).toBe('1');
    expect(new Date(asked().get('expires_at__gte') ?? '').getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('without an end are active and never expired, whether the server compares times or not', async () => {
    const old = anActivePackage({ uuid: uuid(711), name: 'Old', expires_at: '2025-01-01T00:00:00Z' });
    setup.server.state.active = [{ ...anActivePackage(), expires_at: null }, old];
    openActive();
    await screen.findByText('Business');
    expect(document.querySelector('.pack-expiry')?.textContent).toBe('–');
    expect(screen.queryByText('Old')).toBeNull();
    // A server that compares would leave out what has no end.
    expect(asked().get('expires_at__gte')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    openActive('/packages/active-packages?tab=expired');
    await screen.findByText('Old');
    expect(screen.queryByText('Business')).toBeNull();
  });

  it('keep the tab in the URL, each with its own filters', async () => {
    const { router } = openActive();
    expect(await screen.findByText('You have no active package')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Buy a package' })[0]?.getAttribute('href')).toBe(
      '/packages/sms',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Used up' }));
    expect(await screen.findByText('No used-up packages')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=used');
    expect(asked().get('remaining__lte')).toBe('0');
    cleanup();
    setup.server.state.active = [anActivePackage({ expires_at: '2025-01-01T00:00:00Z' })];
    openActive('/packages/active-packages?tab=expired');
    await waitFor(() => expect(document.querySelector('.crud-status-bad')?.textContent).toBe('Expired'));
    expect(asked().get('remaining__gte')).toBe('1');
    expect(asked().get('expires_at__lte')).not.toBeNull();
  });

  it('count the day that has begun', () => {
    const now = Date.parse('2026-01-01T12:00:00Z');
    expect(daysUntil('2026-01-01T12:00:01Z', now)).toBe(1);
    expect(daysUntil('2026-01-08T12:00:00Z', now)).toBe(7);
    expect(daysUntil('2025-12-31T12:00:00Z', now)).toBe(0);
  });
});

describe('the history of purchases', () => {
  it('says why a payment was rejected, where its money was invoiced, and cancels what is pending once', async () => {
    const pending = aPayment({ kind: 'package', package_name: 'Festival', uuid: uuid(601) });
    setup.server.state.purchases = [
      pending,
      aPayment({
        kind: 'package',
        package_name: 'Small',
        method: 'wallet',
        status: 'confirmed',
        uuid: uuid(602),
      }),
      aPayment({
        kind: 'package',
        package_name: 'Starter',
        status: 'rejected',
        reason: 'No such transfer.',
        uuid: uuid(603),
      }),
      aPayment({
        kind: 'package',
        package_name: 'Business',
        status: 'confirmed',
        invoice: uuid(650),
        uuid: uuid(604),
      }),
    ];
    setup.server.state.replies = [{ body: { data: { ...pending, status: 'cancelled' } } }];
    renderConsole(
      [{ name: 'packages/history', list: <PurchaseList /> }],
      '/packages/history',
      setup.server.base,
    );
    expect(await screen.findByText('No such transfer.')).toBeTruthy();
    expect(screen.getByText('Invoiced with the top-up')).toBeTruthy();
    const invoices = screen.getAllByRole('link', { name: 'Tax invoice' });
    expect(invoices.map((link) => link.getAttribute('href'))).toEqual([`/wallet/invoices/${uuid(650)}`]);
    await press(/^Cancel the payment of Rs/);
    const dialog = await screen.findByRole('dialog');
    expect(text(dialog)).toContain('Cancel the payment of Rs. 15,000.00?');
    expect(text(dialog)).toContain('This cannot be undone');
    expect(setup.server.posts()).toHaveLength(0);
    const letAnswer = setup.server.hold();
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Cancel the payment' }));
    letAnswer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(setup.server.posts().map(({ url }) => url)).toEqual([
      `/v1/credit/user-payment-reference/${uuid(601)}/cancel_request/`,
    ]);
  });
});
