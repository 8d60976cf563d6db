import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PaymentShow } from '../../../src/resources/billing/topups/PaymentShow.tsx';
import { TopupList } from '../../../src/resources/billing/topups/TopupList.tsx';
import { WalletHistoryList } from '../../../src/resources/billing/walletHistory/WalletHistoryList.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { aPayment, setUpPayments, text } from '../support/paymentsConsole.tsx';

const CREATE = '/wallet/topup-history/create';

const setup = setUpPayments();

const list = () =>
  renderConsole(
    [{ name: 'wallet/topup-history', list: <TopupList /> }],
    '/wallet/topup-history',
    setup.server.base,
  );

describe('the history of top-ups', () => {
  it('asks for top-ups alone, shows reasons and invoices, and lets only what is pending be cancelled', async () => {
    setup.server.state.payments = [
      aPayment(),
      aPayment({ uuid: uuid(601), status: 'rejected', reason: 'No transfer with this number.' }),
      aPayment({ uuid: uuid(602), status: 'confirmed', invoice: uuid(650) }),
    ];
    list();
    expect(await screen.findByText('No transfer with this number.')).toBeTruthy();
    const url = new URL(
      setup.server.gets('/v1/credit/user-payment-reference/?')[0]?.url ?? '',
      setup.server.base,
    );
    expect(url.searchParams.get('kind')).toBe('topup');
    expect(screen.getByRole('link', { name: 'Tax invoice' }).getAttribute('href')).toBe(
      `/wallet/invoices/${uuid(650)}`,
    );
    expect(screen.getAllByRole('button', { name: /^Cancel/ })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Request a top-up' }).getAttribute('href')).toBe(CREATE);
  });

  it('lets what is pending be cancelled, and announces it, if its API does not say what a payment is for', async () => {
    const pass = watchIntervals();
    const { kind: _, ...pending } = aPayment();
    setup.server.state.payments = [pending];
    list();
    await userEvent.click(await screen.findByRole('button', { name: /^Cancel/ }));
    expect(await screen.findByText(/nothing is added to your wallet/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
    setup.server.state.payments = [{ ...pending, status: 'confirmed' }];
    await pass(5_000);
    expect(await screen.findByText(/Your top-up of Rs\. 15,000\.00 is confirmed/)).toBeTruthy();
  });

  it('shows a confirmation and the new balance without a reload', async () => {
    const pass = watchIntervals();
    setup.server.state.payments = [aPayment()];
    list();
    await screen.findByText('Pending');
    setup.server.state.payments = [aPayment({ status: 'confirmed', invoice: uuid(650) })];
    const profiles = setup.server.gets('/v1/autho/user/profile/').length;
    await pass(5_000);
    expect(await screen.findByText(/Your top-up of Rs\. 15,000\.00 is confirmed/)).toBeTruthy();
    await screen.findByText('Confirmed');
    await waitFor(() => expect(setup.server.gets('/v1/autho/user/profile/').length).toBe(profiles + 1));
  });

  it('says what to do when there is none, and offers nothing to users who may only read', async () => {
    list();
    expect(await screen.findByText('No top-ups yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Request a top-up' }).length).toBeGreaterThan(0);
    cleanup();
    signInCustomer((name, verb) => name === 'topup-list' && verb === 'post');
    setup.server.state.payments = [aPayment()];
    list();
    await screen.findByText('Pending');
    expect(screen.queryByRole('link', { name: 'Request a top-up' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  });

  it('links to an open online payment at its service, and to the details of any', async () => {
    const open = aPayment({ method: 'esewa', reference: null });
    setup.server.state.payments = [open];
    setup.server.state.methods = ['bank', 'esewa'];
    list();
    expect((await screen.findByRole('link', { name: 'Continue to eSewa' })).getAttribute('href')).toBe(
      `/wallet/online/${open.uuid}`,
    );
    expect(screen.getByRole('link', { name: 'Rs.\u00a015,000.00' }).getAttribute('href')).toBe(
      `/wallet/topup-history/${open.uuid}/show`,
    );
  });
});

describe('an open payment at a service that is not offered now', () => {
  const open = aPayment({ method: 'esewa', reference: null });
  const show = () =>
    renderConsole(
      [{ name: 'wallet/topup-history', list: <p>list</p>, show: <PaymentShow /> }],
      `/wallet/topup-history/${open.uuid}/show`,
      setup.server.base,
    );
  const goOn = () => screen.queryByRole('link', { name: 'Continue to eSewa' });
  const said = /^eSewa is not available right now/;
  const advice =
    'eSewa is not available right now. Your payment stays open. Try again later. If you have not paid yet, you can make a new payment another way.';

  it.each([
    ['list', list],
    ['page', show],
  ])('is not continued there, in its %s', async (_, render) => {
    setup.server.state.payments = [open];
    render();
    await screen.findByText(advice);
    expect(goOn()).toBeNull();
    cleanup();
    setup.server.state.methods = ['bank', 'esewa'];
    render();
    await waitFor(() => expect(goOn()).toBeTruthy());
    expect(screen.queryByText(said)).toBeNull();
  });

  it.each([
    ['list', list],
    ['page', show],
  ])('is continued once the service is offered again, in its open %s', async (_, render) => {
    const pass = watchIntervals();
    setup.server.state.payments = [open];
    render();
    await screen.findByText(said);
    setup.server.state.methods = ['bank', 'esewa'];
    await pass(5_000);
    await waitFor(() => expect(goOn()).toBeTruthy());
    expect(screen.queryByText(said)).toBeNull();
  });

  it('has neither link nor advice until the methods are known, and the link if they cannot be asked for', async () => {
    const pass = watchIntervals();
    const { promise, resolve } = Promise.withResolvers<void>();
    setup.server.state.payments = [open];
    setup.server.state.methods = promise.then(() => undefined);
    show();
    await waitFor(() => expect(setup.server.gets('/v1/credit/payment/methods/')).toHaveLength(1));
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(goOn()).toBeNull();
    expect(screen.queryByText(said)).toBeNull();
    resolve();
    await waitFor(() => expect(goOn()).toBeTruthy());
    const answer = setup.server.hold();
    await pass(5_000);
    // Nor does the link leave while they are asked for again.
    expect(goOn()).toBeTruthy();
    answer();
  });

  it('is continued where the server does not say what it offers', async () => {
    pointTo(setup.server.base, ['online-payments', 'payment-details']);
    setup.server.state.payments = [open];
    list();
    await waitFor(() => expect(goOn()).toBeTruthy());
    expect(setup.server.gets('/v1/credit/payment/methods/')).toEqual([]);
  });
});

describe('a payment’s page', () => {
  it('says when there is no such payment', async () => {
    renderConsole(
      [{ name: 'wallet/topup-history', list: <p>list</p>, show: <PaymentShow /> }],
      `/wallet/topup-history/${uuid(699)}/show`,
      setup.server.base,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  });
});

describe('the wallet’s history', () => {
  it('names what each line was for, with its sign and the balance after it', async () => {
    const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
    const none = { campaign: null, payment: null, note: null };
    setup.server.state.entries = [
      {
        ...times,
        ...none,
        uuid: uuid(1),
        kind: 'package',
        amount: -1_180_000,
        balance: 320_000,
        payment: uuid(601),
      },
      {
        ...times,
        ...none,
        uuid: uuid(2),
        kind: 'topup',
        amount: 1_500_000,
        balance: 1_500_000,
        payment: uuid(600),
      },
      { ...times, ...none, uuid: uuid(3), kind: 'adjustment', amount: -5, balance: 0, note: 'Rounding' },
    ];
    setup.server.state.payments = [
      aPayment(),
      aPayment({
        uuid: uuid(601),
        kind: 'package',
        package_name: 'Business',
        method: 'wallet',
        reference: null,
      }),
    ];
    renderConsole(
      [{ name: 'wallet/history', list: <WalletHistoryList /> }],
      '/wallet/history',
      setup.server.base,
    );
    expect((await screen.findByRole('link', { name: 'Business' })).getAttribute('href')).toBe(
      `/wallet/topup-history/${uuid(601)}/show`,
    );
    expect(screen.getByRole('link', { name: 'Bank transfer NIC-1' })).toBeTruthy();
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td[data-label]')].slice(1).map(text),
    );
    expect(rows).toEqual([
      ['Package bought', '-Rs. 11,800.00', 'Rs. 3,200.00', 'Business'],
      ['Top-up', '+Rs. 15,000.00', 'Rs. 15,000.00', 'Bank transfer NIC-1'],
      ['Adjustment', '-Rs. 0.05', 'Rs. 0.00', 'Rounding'],
    ]);
    const tabs = screen.getByRole('navigation', { name: 'Wallet' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((tab) => tab.getAttribute('href')),
    ).toEqual(['/wallet/topup-history', '/wallet/history', '/wallet/invoices', '/wallet/daily-consumption']);
  });
});
