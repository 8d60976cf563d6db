import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { PackageList } from '../../../src/resources/billing/packages/PackageList.tsx';
import { PackageShow } from '../../../src/resources/billing/packages/PackageShow.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { uuid } from '../support/messagingConsole.tsx';
import {
  aPackage,
  aPayment,
  bodyOf,
  keyOf,
  named,
  setUpPayments,
  text,
} from '../support/paymentsConsole.tsx';

const setup = setUpPayments();

const bought = (change = {}) => ({
  status: 201,
  delay: 60,
  body: {
    data: {
      ...aPayment({ kind: 'package', method: 'wallet', status: 'confirmed', package_name: 'Business' }),
      amount: 1_180_000,
      checkout: null,
      ...change,
    },
  },
});
const open = () =>
  renderConsole([{ name: 'packages/sms', list: <PackageList /> }], '/packages/sms', setup.server.base);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));
const openPurchase = async () => {
  open();
  await press(/^Buy Business/);
  await screen.findByRole('radio', { name: /^Wallet/ });
  return screen.findByRole('dialog');
};

describe('packages for sale', () => {
  it('show parts, price, price per part beside the wallet’s, days, and what the balance allows', async () => {
    setup.server.state.packages = [
      aPackage(),
      aPackage({ uuid: uuid(701), name: 'Festival', price: 6_000_000, parts: 40_000 }),
    ];
    open();
    await screen.findByText(/^13% cheaper/);
    const cards = screen.getAllByRole('listitem').map(text);
    expect(cards[0]).toContain('10,000 message parts');
    expect(cards[0]).toContain('Rs. 11,800.00');
    expect(cards[0]).toContain('Per partRs. 1.18');
    expect(cards[0]).toContain('Valid for180 days');
    expect(cards[0]).toContain('13% cheaper than from the wallet (Rs. 1.356 per part).');
    expect(cards[0]).toContain('Your balance is enough.');
    expect(cards[1]).toContain('11% more expensive than from the wallet (Rs. 1.356 per part).');
    expect(cards[1]).toContain('You need Rs. 10,000.00 more.');
  });

  it('are bought without showing the balance to users who may not see it', async () => {
    const user = getUser() as User;
    setUser({ ...user, wallet: { balance: null } });
    await openPurchase();
    expect(document.body.textContent).not.toMatch(/Your balance|NaN/);
    await choose(/^Wallet/);
    expect(screen.queryByText('Current balance')).toBeNull();
    expect((await button(/^Buy for/)).hasAttribute('disabled')).toBe(false);
  });

  it('name the wallet’s prices without a comparison where they differ by operator', async () => {
    setup.server.state.prices = [
      { operator: 'ntc', price: 120 },
      { operator: 'ncell', price: 135.6 },
    ];
    open();
    expect(
      await screen.findByText(/costs Rs\.\s1\.20 to Rs\.\s1\.356, depending on the operator/),
    ).toBeTruthy();
    expect(screen.queryByText(/cheaper|dearer/)).toBeNull();
  });

  it('are read-only for users who may not buy, and an empty list says so', async () => {
    signInCustomer((name, verb) => name === 'package-list' && verb === 'post');
    open();
    await screen.findByRole('heading', { name: 'Business' });
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
    cleanup();
    setup.server.state.packages = [];
    open();
    expect(await screen.findByText('No packages for sale')).toBeTruthy();
  });

  it.each([
    ['en', 'Buy Package', 'Package Business', 'Back to packages'],
    ['ne', 'प्याकेज किन्नुहोस्', 'प्याकेज Business', 'प्याकेजहरूमा फर्कनुहोस्'],
  ] as const)('are what the page of one leads back to (%s)', async (language, list, one, back) => {
    preferences.set({ language });
    setup.server.state.packages = [aPackage()];
    const screens = [{ name: 'packages/sms', list: <PackageList />, show: <PackageShow /> }];
    renderConsole(screens, `/packages/sms/${uuid(700)}/show`, setup.server.base);
    expect(await screen.findByRole('heading', { level: 1, name: one })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: back }));
    expect(await screen.findByRole('heading', { level: 1, name: list })).toBeTruthy();
    preferences.set({ language: 'en' });
  });
});

describe('buying from the wallet', () => {
  it('states price and balance exactly, buys once however often it is pressed, and leads to the packages', async () => {
    setup.server.state.replies = [bought()];
    const dialog = await openPurchase();
    expect(text(dialog)).toContain('Buy Business for Rs. 11,800.00?');
    expect(text(dialog)).toContain('Current balanceRs. 50,000.00');
    expect(text(dialog)).toContain('Balance afterRs. 38,200.00');
    expect(text(dialog)).not.toMatch(/undo/i);
    const buy = await button(named('Buy for Rs. 11,800.00'));
    fireEvent.click(buy);
    fireEvent.click(buy);
    fireEvent.click(buy);
    const done = await screen.findByRole('dialog', { name: 'You have bought Business' });
    const link = within(done).getByRole('link', { name: 'See active packages' });
    expect(link.getAttribute('href')).toBe('/packages/active-packages');
    expect(text(done)).toContain('You can use 10,000 message parts for 180 days. Rs. 11,800.00 was taken');
    expect(setup.server.posts().map(bodyOf)).toEqual([
      { package: uuid(700), price: 1_180_000, method: 'wallet' },
    ]);
    expect(keyOf(setup.server.posts()[0] as never)).toMatch(/^[0-9a-f-]{36}$/);
    // Once when the dialog opened, once when the money was spent.
    await waitFor(() => expect(setup.server.gets('/v1/autho/user/profile/')).toHaveLength(2));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });

  it('says what is missing and leads to a top-up of it, without asking the server', async () => {
    setup.server.state.packages = [aPackage({ price: 5_000_001 })];
    const dialog = await openPurchase();
    await choose(/^Wallet/);
    expect(text(dialog)).toContain('You needRs. 0.01');
    const link = within(dialog).getByRole('link', { name: 'Request a top-up' });
    expect(link.getAttribute('href')).toBe('/wallet/topup-history/create?amount=1');
    expect((await button(named('Buy for Rs. 50,000.01'))).hasAttribute('disabled')).toBe(true);
  });

  it('shows a changed price and buys only when it is pressed again, under another key', async () => {
    const dearer = aPackage({ price: 1_300_000 });
    const body = { detail: 'changed', code: 'price_changed', data: dearer };
    setup.server.state.replies = [{ status: 409, body }, bought()];
    await openPurchase();
    await press(named('Buy for Rs. 11,800.00'));
    const alert = await screen.findByText(/The price was Rs\.\s11,800\.00 and is now Rs\.\s13,000\.00/);
    expect(text(alert)).toContain('Nothing was bought');
    expect(setup.server.posts()).toHaveLength(1);
    await press(named('Buy for Rs. 13,000.00'));
    await screen.findByRole('dialog', { name: 'You have bought Business' });
    expect(setup.server.posts().map((post) => bodyOf(post).price)).toEqual([1_180_000, 1_300_000]);
    const [first, second] = setup.server.posts().map(keyOf);
    expect(first).not.toBe(second);
  });

  it('reports an unknown result after a dropped connection, and retries with the same key, also after a reload', async () => {
    setup.server.state.replies = ['drop', 'drop', bought()];
    await openPurchase();
    await press(named('Buy for Rs. 11,800.00'));
    expect(await screen.findByText('We could not confirm your request')).toBeTruthy();
    await userEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] as Element);
    await waitFor(() => expect(setup.server.posts()).toHaveLength(2));
    await screen.findByText('We could not confirm your request');
    // A reload unmounts nothing: what the tab kept is read again.
    const kept = { ...sessionStorage };
    cleanup();
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value));
    open();
    expect(await screen.findByText(/We could not confirm the payment of Rs\.\s11,800\.00/)).toBeTruthy();
    await press('Try again');
    await screen.findByRole('dialog', { name: 'You have bought Business' });
    expect(new Set(setup.server.posts().map(keyOf)).size).toBe(1);
    expect(setup.server.posts()).toHaveLength(3);
  });

  /** The purchase of one package has no answer, and another package is chosen. */
  const chooseAnother = async () => {
    setup.server.state.packages = [
      aPackage(),
      aPackage({ uuid: uuid(701), name: 'Festival', price: 590_000 }),
    ];
    setup.server.state.replies = ['drop', bought()];
    await openPurchase();
    await press(named('Buy for Rs. 11,800.00'));
    await screen.findByText('We could not confirm your request');
    await press('Close');
    await press(/^Buy Festival/);
  };

  it('without an answer comes before the purchase of another package, and is not made twice', async () => {
    await chooseAnother();
    const unanswered = await screen.findByRole('dialog', { name: named('Buy Business for Rs. 11,800.00?') });
    expect(text(unanswered)).toContain('To buy Festival, first check');
    await press('Close');
    await press(/^Buy Business/);
    expect(text(await screen.findByRole('dialog'))).not.toContain('Festival');
    await press('Try again');
    await screen.findByRole('dialog', { name: 'You have bought Business' });
    expect(setup.server.posts().map((post) => bodyOf(post).package)).toEqual([uuid(700), uuid(700)]);
    expect(new Set(setup.server.posts().map(keyOf)).size).toBe(1);
  });

  it('without an answer can be left for another package', async () => {
    await chooseAnother();
    await press('Start over');
    await screen.findByRole('dialog', { name: named('Buy Festival for Rs. 5,900.00?') });
    await press(named('Buy for Rs. 5,900.00'));
    await screen.findByRole('dialog', { name: 'You have bought Festival' });
    expect(setup.server.posts().map((post) => bodyOf(post).package)).toEqual([uuid(700), uuid(701)]);
  });

  it('without an answer may be tried again with a balance that the purchase itself has lowered', async () => {
    setup.server.state.replies = ['drop', bought()];
    const dialog = within(await openPurchase());
    await press(named('Buy for Rs. 11,800.00'));
    await dialog.findByText('We could not confirm your request');
    act(() => setUser({ ...(getUser() as User), wallet: { balance: 500_000 } }));
    expect(dialog.getByText(/Your balance is Rs\.\s5,000\.00/)).toBeTruthy();
    expect(dialog.queryByRole('link', { name: 'Request a top-up' })).toBeNull();
    await userEvent.click(dialog.getAllByRole('button', { name: 'Try again' }).at(-1) as Element);
    // Nor while it is tried.
    expect(dialog.queryByRole('link', { name: 'Request a top-up' })).toBeNull();
    await screen.findByRole('dialog', { name: 'You have bought Business' });
  });

  it.each([403, 429])(
    'is still unknown after a refusal that says nothing of the first try (%i)',
    async (status) => {
      setup.server.state.replies = ['drop', { status, body: { detail: 'Not now.' } }, bought()];
      await openPurchase();
      await press(named('Buy for Rs. 11,800.00'));
      await screen.findByText('We could not confirm your request');
      await userEvent.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] as Element);
      await waitFor(() => expect(setup.server.posts()).toHaveLength(2));
      await screen.findByText('We could not confirm your request');
      await press('Close');
      await press(/^Buy Business/);
      await press('Try again');
      await screen.findByRole('dialog', { name: 'You have bought Business' });
      expect(setup.server.posts()).toHaveLength(3);
      expect(new Set(setup.server.posts().map(keyOf)).size).toBe(1);
    },
  );

  it('says when the balance turns out too low', async () => {
    const body = { detail: 'short', code: 'insufficient_balance' };
    setup.server.state.replies = [{ status: 402, body }];
    await openPurchase();
    await press(named('Buy for Rs. 11,800.00'));
    expect(await screen.findByText('Your balance is too low')).toBeTruthy();
    expect(screen.getByText(/Nothing was bought or charged/)).toBeTruthy();
    await waitFor(() => expect(setup.server.gets('/v1/autho/user/profile/').length).toBeGreaterThan(1));
  });
});

describe('buying by a payment from outside', () => {
  it('shows where to pay, wants a reference for a transfer, and focuses it', async () => {
    await openPurchase();
    await choose(/^Bank transfer/);
    expect(screen.getByRole('region', { name: 'Where to pay' }).textContent).toContain('Account 0123');
    await press(named('Request for Rs. 11,800.00'));
    const reference = screen.getByLabelText('Transfer number');
    expect(await screen.findByText('Required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(reference));
    expect(setup.server.posts()).toHaveLength(0);
  });

  it('asks with reference and method, shows the server’s own refusal at the field, and says that it waits', async () => {
    const detail = 'You have already used this reference. A transfer can be used only once.';
    setup.server.state.replies = [
      { status: 400, body: { detail, code: 'invalid', errors: { reference: [detail] } } },
      bought({ method: 'bank', status: 'pending' }),
    ];
    await openPurchase();
    await choose(/^Bank transfer/);
    fireEvent.change(screen.getByLabelText('Transfer number'), { target: { value: ' NIC-1 ' } });
    await press(named('Request for Rs. 11,800.00'));
    expect(await screen.findByText(detail)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Transfer number'), { target: { value: 'NIC-2' } });
    await press(named('Request for Rs. 11,800.00'));
    const done = await screen.findByRole('dialog', { name: 'You have requested Business' });
    expect(text(done)).toContain('when we have confirmed your payment of Rs. 11,800.00');
    expect(setup.server.posts().map(bodyOf)).toEqual([
      { package: uuid(700), price: 1_180_000, method: 'bank', reference: 'NIC-1' },
      { package: uuid(700), price: 1_180_000, method: 'bank', reference: 'NIC-2' },
    ]);
  });
});
