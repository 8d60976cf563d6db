import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { TopupPage } from '../../../src/resources/billing/topup/TopupPage.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { aPayment, bodyOf, keyOf, named, setUpPayments, text } from '../support/paymentsConsole.tsx';

const CREATE = '/wallet/topup-history/create';

const setup = setUpPayments();

const requested = { status: 201, delay: 60, body: { data: { ...aPayment(), checkout: null } } };
const open = (address = CREATE) => renderPage(CREATE, <TopupPage />, address);
const amount = () => screen.findByLabelText<HTMLInputElement>('Amount in rupees');
const type = async (value: string) => fireEvent.change(await amount(), { target: { value } });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));
const check = () => press('Check the amount');

async function toTheCheck(value = '12,34,567.89') {
  await type(value);
  await choose(/^Bank transfer/);
  fireEvent.change(screen.getByLabelText('Transfer number'), { target: { value: 'NIC-1' } });
  await check();
  return screen.findByRole('heading', { name: 'Check your request' });
}

describe('requesting a top-up', () => {
  it('marks all that is missing at once, and focuses the first of it', async () => {
    open();
    await choose(/^Cheque/);
    await check();
    expect(await screen.findAllByText('Required')).toHaveLength(2);
    const field = await amount();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await type('500');
    expect(screen.queryByText('Required')).toBeNull();
    await check();
    expect(document.activeElement).toBe(screen.getByLabelText('Cheque number'));
    expect(setup.server.posts()).toHaveLength(0);
  });

  it.each([
    ['abc', /Enter an amount in rupees/],
    ['10,50', /Enter an amount in rupees/],
    ['10.505', /Enter an amount in rupees/],
    ['9.99', /The minimum top-up is Rs\. 10\.00/],
    ['1,00,00,000.01', /The maximum top-up is Rs\. 1,00,00,000\.00/],
  ])('refuses %s in words', async (typed, words) => {
    open();
    await type(typed);
    await choose(/^Cash/);
    await check();
    expect(await screen.findByText(words)).toBeTruthy();
    const field = await amount();
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('reads back what was typed, takes quick amounts, and starts with an amount that was asked for', async () => {
    open(`${CREATE}?amount=123456`);
    expect((await amount()).value).toBe('1,234.56');
    expect(text(await screen.findByText(/^Amount: Rs/))).toBe('Amount: Rs. 1,234.56.');
    await press(/^Rs\.\s25,000$/);
    expect(text(await screen.findByText(/^Amount: Rs/))).toBe('Amount: Rs. 25,000.00.');
    await type('१२,३४५.५');
    expect(text(await screen.findByText(/^Amount: Rs/))).toBe('Amount: Rs. 12,345.50.');
  });

  it('starts with the amount that was asked for, also where the empty form was open before', async () => {
    const { router } = open();
    await amount();
    await userEvent.click(screen.getByRole('link', { name: 'Back to topup history' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/wallet/topup-history'));
    expect(sessionStorage.length).toBe(0);
    cleanup();
    open(`${CREATE}?amount=123456`);
    expect((await amount()).value).toBe('1,234.56');
    cleanup();
    // Nothing was written: another invoice's amount takes its place. What was written stays.
    open(`${CREATE}?amount=50000`);
    expect((await amount()).value).toBe('500.00');
    expect(screen.queryByText(/We restored what you typed/)).toBeNull();
    await type('600');
    cleanup();
    open(`${CREATE}?amount=123456`);
    expect((await amount()).value).toBe('600');
    expect(screen.getByText(/We restored what you typed/)).toBeTruthy();
    await press('Discard');
    cleanup();
    open(`${CREATE}?amount=123456`);
    expect((await amount()).value).toBe('1,234.56');
  });

  it('shows the exact amount before it asks, and asks once however often it is pressed', async () => {
    setup.server.state.replies = [requested];
    const { router } = open();
    const heading = await toTheCheck();
    expect(document.activeElement).toBe(heading);
    expect(router.state.location.search).toBe('?step=check');
    const card = text(heading.closest('section'));
    expect(card).toContain('You payRs. 12,34,567.89');
    expect(card).toContain('ReferenceNIC-1');
    expect(card).toContain('Balance after confirmationRs. 12,84,567.89');
    expect(card).toContain('The request itself costs nothing.');
    expect(setup.server.posts()).toHaveLength(0);
    const request = screen.getByRole('button', { name: named('Request Rs. 12,34,567.89') });
    fireEvent.click(request);
    fireEvent.click(request);
    await waitFor(() => expect(router.state.location.pathname).toBe('/wallet/topup-history'));
    expect(setup.server.posts().map(bodyOf)).toEqual([
      { amount: 123_456_789, method: 'bank', reference: 'NIC-1' },
    ]);
    expect(keyOf(setup.server.posts()[0] as never)).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.length).toBe(0);
  });

  it('names the payment by its reference if the server has no list of payment methods', async () => {
    pointTo(setup.server.base, []);
    setup.server.state.replies = [requested];
    const { router } = open();
    await toTheCheck('500');
    await press(named('Request Rs. 500.00'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/wallet/topup-history'));
    expect(setup.server.posts().map(bodyOf)).toEqual([
      { amount: 50_000, method: 'bank', reference: 'NIC-1' },
    ]);
    expect(setup.server.gets('/v1/credit/payment/methods/')).toEqual([]);
  });

  it('attaches a receipt by the reference that its server gave, also if that is a number', async () => {
    setup.server.state.replies = [{ status: 201, body: { data: 17 } }, requested];
    open();
    await choose(/^Bank transfer/);
    const receipt = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'receipt.jpg', {
      type: 'image/jpeg',
    });
    fireEvent.change(screen.getByLabelText(/^Receipt.* Choose a file$/), { target: { files: [receipt] } });
    await screen.findByText(/, uploaded$/);
    await toTheCheck('500');
    await press(named('Request Rs. 500.00'));
    await waitFor(() => expect(setup.server.posts()).toHaveLength(2));
    expect(bodyOf(setup.server.posts()[1] as never)).toMatchObject({ amount: 50_000, receipt: '17' });
  });

  it('goes back with everything typed, and a changed request has another key', async () => {
    setup.server.state.replies = ['drop'];
    open();
    await toTheCheck('500');
    await press('Change');
    expect((await amount()).value).toBe('500');
    await type('600');
    await check();
    await press(named('Request Rs. 600.00'));
    expect(await screen.findByText('We could not confirm your request')).toBeTruthy();
    expect(setup.server.posts().map((post) => bodyOf(post).amount)).toEqual([60_000]);
  });

  it('reports an unknown result without an answer, and retries with the same key, also after a reload', async () => {
    setup.server.state.replies = ['drop', { status: 429, body: { detail: 'Not now.' } }, requested];
    open();
    await toTheCheck('500');
    await press(named('Request Rs. 500.00'));
    await screen.findByText('We could not confirm your request');
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as Element);
    await waitFor(() => expect(setup.server.posts()).toHaveLength(2));
    await screen.findByText('We could not confirm your request');
    cleanup();
    const { router } = open();
    expect(await screen.findByText(/We could not confirm the payment of Rs\.\s500\.00/)).toBeTruthy();
    await press('Try again');
    await waitFor(() => expect(router.state.location.pathname).toBe('/wallet/topup-history'));
    expect(setup.server.posts().map(bodyOf)).toHaveLength(3);
    expect(new Set(setup.server.posts().map(keyOf)).size).toBe(1);
  });

  it.each([
    ['one that keeps keys', 'all' as const, /Select “Try again”: it cannot be made twice\./],
    ['one that may not', [], /Look in the history first: if you try again, it may be made twice\./],
  ])('says what trying again does on a server: %s', async (_, offers, words) => {
    pointTo(setup.server.base, offers);
    setup.server.state.replies = ['drop'];
    open();
    await toTheCheck('500');
    await press(named('Request Rs. 500.00'));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('shows the server’s refusal of a reference at its field, with all that was typed', async () => {
    const detail = 'You have already used this reference. A transfer can be used only once.';
    setup.server.state.replies = [
      { status: 400, body: { detail, code: 'invalid', errors: { reference: [detail] } } },
    ];
    open();
    await toTheCheck('500');
    await press(named('Request Rs. 500.00'));
    expect(await screen.findByText(detail)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Transfer number')));
    expect((await amount()).value).toBe('500');
  });

  it('asks before a request that was not sent is left, and keeps it through a reload', async () => {
    const { router } = open();
    await type('500');
    await userEvent.click(screen.getByRole('link', { name: 'Back to topup history' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without requesting?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe(CREATE);
    cleanup();
    open();
    expect(await screen.findByText(/We restored what you typed/)).toBeTruthy();
    expect((await amount()).value).toBe('500');
    await press('Discard');
    expect((await amount()).value).toBe('');
    expect(screen.queryByText(/We restored what you typed/)).toBeNull();
  });

  it('offers to try again where the ways of paying cannot be loaded', async () => {
    await setup.server.stop();
    open();
    expect(await screen.findByText('Payment methods could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    await setup.start();
  });

  it('says it in Nepali, with the digits that were chosen', async () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    open();
    await screen.findByRole('heading', { name: 'रकम थप्न अनुरोध गर्नुहोस्' });
    await userEvent.click(await screen.findByRole('button', { name: /^रु\.\s१०,०००$/ }));
    expect(text(await screen.findByText(/^रकम: /))).toBe('रकम: रु. १०,०००.००।');
    preferences.set({ language: 'en', digits: 'latin' });
  });
});
