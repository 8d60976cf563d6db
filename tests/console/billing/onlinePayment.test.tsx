import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import { HttpError } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser } from '../../../src/core/session.ts';
import { OnlinePayment } from '../../../src/resources/billing/onlinePayment/OnlinePayment.tsx';
import { pollDelay } from '../../../src/resources/billing/onlinePayment/useOnlinePayment.ts';
import { goToCheckout } from '../../../src/resources/billing/payments/checkout.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';

const ID = uuid(700);
const CHECK = `/v1/credit/payment/online/${ID}/check/`;
const aPayment = (change: Partial<CheckedPayment> = {}): CheckedPayment => ({
  uuid: ID,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  kind: 'topup',
  amount: 123_450,
  method: 'esewa',
  reference: null,
  receipt: null,
  package_name: null,
  status: 'pending',
  reason: null,
  decided_at: null,
  invoice: null,
  checkout: null,
  answer: 'pending',
  note: null,
  ...change,
});

let server: JsonServer;
/** What the service is found to say; a test may change it between two looks. */
let now: CheckedPayment | number;
/** Holds the check's answer back until it is called. */
let release: (() => void) | undefined;
let isHeld = false;
const checks = () => server.seen.filter(({ url }) => url === CHECK);

beforeEach(async () => {
  preferences.set({ language: 'en' });
  signInCustomer();
  server = await startJsonServer();
  pointTo(server.base);
  now = aPayment();
  isHeld = false;
  server.handle(({ url }, response) => {
    const send = () => {
      const status = typeof now === 'number' ? now : 200;
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(typeof now === 'number' ? { detail: 'No.' } : { data: now }));
    };
    if (url === '/v1/autho/user/profile/') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: { ...getUser(), wallet: { balance: 5_123_450 } } }));
    } else if (url === CHECK && isHeld) release = send;
    else if (url === CHECK || typeof now === 'number') send();
    else {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: { ...now, checkout: undefined } }));
    }
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const open = (address = `/wallet/online/${ID}`) =>
  renderPage('/wallet/online/:id', <OnlinePayment />, address);
const words = async (text: string | RegExp) => screen.findByRole('heading', { level: 2, name: text });
const plain = (element: Element | null) => element?.textContent?.replace(/\u00a0/g, ' ') ?? '';
const figures = () => plain(document.querySelector('.crud-figures'));

describe('the page to which eSewa and Khalti return', () => {
  it('asks the server, says so meanwhile, and forgets what the address says', async () => {
    isHeld = true;
    const { router } = open(`/wallet/online/${ID}?data=eyJzdGF0dXMiOiJDT01QTEVURSJ9`);
    expect(await words('Checking with eSewa…')).toBeTruthy();
    expect(figures()).toContain('Rs. 1,234.50');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText(/was added/)).toBeNull();
    await waitFor(() => expect(release).toBeTruthy());
    expect(checks()).toEqual([expect.objectContaining({ method: 'POST', body: '' })]);
    now = aPayment({ status: 'confirmed', answer: 'paid', reference: '0007G36', invoice: uuid(701) });
    release?.();
    expect(plain(await words(/was added/))).toBe('Rs. 1,234.50 was added to your wallet');
  });

  it('shows the new balance, eSewa’s number and the way to the invoice of what was paid', async () => {
    now = aPayment({ status: 'confirmed', answer: 'paid', reference: '0007G36', invoice: uuid(701) });
    open();
    await words(/was added to your wallet/);
    await waitFor(() => expect(figures()).toContain('Current balanceRs. 51,234.50'));
    expect(figures()).toContain('eSewa number0007G36');
    expect(screen.getByRole('link', { name: 'Tax invoice' }).getAttribute('href')).toBe(
      `/wallet/invoices/${uuid(701)}`,
    );
    expect(screen.getByRole('link', { name: 'Send Bulk SMS' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    expect(getUser()?.wallet.balance).toBe(5_123_450);
  });

  it('leads to the packages when a package was paid', async () => {
    now = aPayment({ kind: 'package', method: 'khalti', package_name: 'Dashain', status: 'confirmed' });
    open();
    await words('You have bought Dashain');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment by Khalti');
    expect(screen.getByRole('link', { name: 'Active packages' }).getAttribute('href')).toBe(
      '/packages/active-packages',
    );
    expect(screen.getByRole('link', { name: 'Package Purchase History' })).toBeTruthy();
  });

  it('checks again on request, and finds a new result', async () => {
    open();
    await words('eSewa has not confirmed the payment yet');
    expect(screen.getByText(/You can leave this page/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'New top-up' })).toBeNull();
    now = aPayment({ status: 'confirmed', answer: 'paid', reference: '0007G36' });
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await words(/was added/);
    expect(checks()).toHaveLength(2);
  });

  it('says that money is safe while the service is down', async () => {
    now = aPayment({ answer: 'unavailable' });
    open();
    await words('eSewa is not responding');
    expect(screen.getByText(/Do not pay again/)).toBeTruthy();
    expect(figures()).toContain(`Payment number${ID}`);
  });

  it.each([
    ['cancelled', 'The payment was not made', 'The payment was cancelled at eSewa.'],
    ['rejected', 'The payment was rejected', 'No money came.'],
  ] as const)('says why a payment is %s, and what to do next', async (status, title, reason) => {
    now = aPayment({ status, reason, answer: 'failed' });
    open();
    await words(title);
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New top-up' }).getAttribute('href')).toBe(
      '/wallet/topup-history/create',
    );
  });

  it.each(['amount_differs', 'transaction_used', 'paid_after_end', 'unsettled', 'key_replaced'] as const)(
    'says that staff will settle %s, and offers no second payment',
    async (note) => {
      const answer = note === 'key_replaced' ? 'not_found' : 'paid';
      now = aPayment({ note, status: note === 'paid_after_end' ? 'cancelled' : 'pending', answer });
      open();
      await words('Our staff are reviewing this payment');
      expect(screen.getByText(/Our staff have been notified/)).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'New top-up' })).toBeNull();
    },
  );

  it('says what to do when the service knows of no payment', async () => {
    now = aPayment({ answer: 'not_found' });
    open();
    await words('eSewa has no payment yet');
    expect(screen.getByText(/If you have not paid, nothing was charged/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New top-up' })).toBeTruthy();
  });

  it('continues at Khalti while its page is open', async () => {
    now = aPayment({ method: 'khalti', checkout: { url: 'https://pay.khalti.com/?pidx=1', fields: null } });
    open();
    expect(await screen.findByRole('button', { name: 'Pay on Khalti' })).toBeTruthy();
  });

  it('keeps what it knows when a later check fails, says so, and goes on checking', async () => {
    const look = watchIntervals();
    open();
    await words('eSewa has not confirmed the payment yet');
    now = 503;
    await look(4000);
    expect(await screen.findByText('The last check failed')).toBeTruthy();
    await words('eSewa has not confirmed the payment yet');
    expect(figures()).toContain('Rs. 1,234.50');
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
    now = aPayment({ status: 'confirmed', answer: 'paid' });
    await look(6000);
    await words(/was added/);
    expect(screen.queryByText('The last check failed')).toBeNull();
    expect(checks()).toHaveLength(3);
  });

  it('goes on by itself when the first check fails', async () => {
    const look = watchIntervals();
    now = 503;
    open();
    await screen.findByRole('alert');
    now = aPayment({ status: 'confirmed' });
    await look(4000);
    await words(/was added/);
  });

  it('offers to try again when the server cannot be asked', async () => {
    now = 500;
    open();
    await screen.findByRole('alert');
    now = aPayment({ status: 'confirmed' });
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    await words(/was added/);
  });

  it.each([
    ['another account’s payment', `/wallet/online/${ID}`, 404],
    ['an address that is none', '/wallet/online/nope', 200],
  ])('is not found for %s', async (_, address, status) => {
    if (status !== 200) now = status;
    open(address);
    expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeTruthy();
  });

  it('speaks Nepali', async () => {
    preferences.set({ language: 'ne' });
    now = aPayment({ status: 'cancelled', reason: 'The payment was cancelled at eSewa.' });
    open();
    await words('भुक्तानी भएन');
    expect(screen.getByText('भुक्तानी इसेवामा रद्द भयो।')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('इसेवाबाट भुक्तानी');
  });
});

describe('looking by itself', () => {
  it('happens a few times at growing intervals, and only while something may change', () => {
    expect([1, 2, 3, 4, 5, 6].map((n) => pollDelay(aPayment(), n))).toEqual([
      ...[4_000, 6_000, 10_000, 20_000, 40_000],
      false,
    ]);
    expect(pollDelay(undefined, 0)).toBe(false);
    expect(pollDelay(undefined, 1, new HttpError('No.', 404))).toBe(false);
    expect(pollDelay(aPayment({ status: 'confirmed' }), 1)).toBe(false);
    expect(pollDelay(aPayment({ status: 'cancelled' }), 1)).toBe(false);
    expect(pollDelay(aPayment({ note: 'amount_differs' }), 1)).toBe(false);
    // Noted at once when the key is replaced, before the service was asked with the new one.
    expect(pollDelay(aPayment({ note: 'key_replaced', answer: 'unavailable' }), 1)).toBe(4000);
    expect(pollDelay(aPayment({ note: 'key_replaced', answer: 'not_found' }), 1)).toBe(false);
  });
});

describe('going to pay', () => {
  it('sends the service’s form with exactly its fields, and leaves nothing in the page', () => {
    const sent: { action: string; method: string; fields: Record<string, string> }[] = [];
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
      this: HTMLFormElement,
    ) {
      const fields = Object.fromEntries(
        [...new FormData(this)].map(([name, value]) => [name, String(value)]),
      );
      sent.push({ action: this.action, method: this.method, fields });
    });
    const fields = { total_amount: '110', signature: 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=' };
    goToCheckout({ url: 'https://epay.esewa.com.np/api/epay/main/v2/form', fields });
    submit.mockRestore();
    expect(sent).toEqual([
      { action: 'https://epay.esewa.com.np/api/epay/main/v2/form', method: 'post', fields },
    ]);
    expect(document.querySelector('form')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense'])('goes nowhere for %s', (url) => {
    expect(() => goToCheckout({ url, fields: null })).toThrow();
    expect(() => goToCheckout({ url, fields: { a: 'b' } })).toThrow();
  });
});
