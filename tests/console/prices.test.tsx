import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PricingImpact, ProductPricing } from '#schema/productPricing.ts';
import { productPricing as productPricingResource } from '../../src/resources/billing/productPricing/index.tsx';
import { active, base, pages, setUpCatalogue, signIn, uuid } from './catalogueSetup.ts';
import type { Answer } from './support/api.ts';
import { renderConsole } from './support/crudConsole.tsx';
import { text } from './support/paymentsConsole.tsx';

const setup = setUpCatalogue();

const price = (change: Partial<ProductPricing>): ProductPricing => ({
  ...base,
  account: null,
  account_name: null,
  operator: null,
  price: 135.6,
  release_undelivered: false,
  valid_from: '2026-01-02T03:04:05Z',
  status: 'in-force',
  ...change,
});

describe('prices', () => {
  const list = [price({}), price({ uuid: uuid(2), price: 150, status: 'future', operator: 'ncell' })];
  beforeEach(() => {
    setup.answer = ({ url }) => {
      if (url.includes('/product/active/')) return { body: { data: { account: null, prices: [active] } } };
      if (url.includes('/product-pricing/?')) return { body: pages(...list) };
      return { body: { data: list.find((one) => url.includes(one.uuid)) } };
    };
  });

  test('are shown to the last decimal, with what takes their place', async () => {
    signIn(['product-pricing-list', 'get']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      setup.api.base,
    );
    expect(await screen.findByText('Rs. 1.201234')).toBeDefined();
    expect(screen.getByText(/^Rs\. 1\.50 from/)).toBeDefined();
  });

  test.each([
    ['in a bare list', (rows: object[]) => rows],
    ['in a page', (rows: object[]) => ({ count: rows.length, results: rows })],
    ['by themselves', (rows: object[]) => ({ prices: rows })],
  ])('of another API are shown as far as it gives them, %s', async (_, wrap) => {
    const rows = [
      { operator: 'skytel', price: '150.0000' },
      { operator: '', price: 120 },
      { operator: 'ntc', price: null },
    ];
    const ours = setup.answer;
    setup.answer = (asked) => (asked.url.includes('/product/active/') ? { body: wrap(rows) } : ours(asked));
    signIn(['product-pricing-list', 'get']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      setup.api.base,
    );
    const now = await screen.findByRole('region', { name: 'In force now' });
    await within(now).findByText('Rs. 1.50');
    const shown = [...now.querySelectorAll('dl > div')].map(({ textContent }) =>
      textContent?.replace(/\u00a0/g, ' '),
    );
    expect(shown).toEqual(['skytelRs. 1.50', 'Any operatorRs. 1.20']);
  });

  test('to come can be changed and deleted, those in force not', async () => {
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      setup.api.base,
    );
    expect(await screen.findByRole('link', { name: 'Edit: Default, Ncell, Rs.\u00a01.50' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1);
  });

  test('are only read without the permission to change them', async () => {
    signIn(['product-pricing-list', 'get']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      setup.api.base,
    );
    await screen.findByText('Scheduled');
    expect(screen.queryByRole('link', { name: /^(Add|Edit)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  test('in force have no form, also at its address', async () => {
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      `/admin/product-pricing/${uuid(1)}`,
      setup.api.base,
    );
    expect(await screen.findByText(/^This price is in force or past/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('in force are not changed: their page leads to a new one', async () => {
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    const before = setup.answer;
    const record = price({ valid_from: '2020-01-01T00:00:00Z' });
    setup.answer = () => ({ body: { data: record } });
    const address = `/admin/product-pricing/${record.uuid}`;
    renderConsole([{ name: 'admin/product-pricing', ...productPricingResource }], address, setup.api.base);
    const link = await screen.findByRole('link', { name: 'Add price' });
    expect(link.getAttribute('href')).toBe('/admin/product-pricing/create');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    setup.answer = before;
  });

  test('that began while their deletion was asked about stay, and the newest state is asked for', async () => {
    const user = userEvent.setup();
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      setup.api.base,
    );
    await user.click(await screen.findByRole('button', { name: 'Delete: Default, Ncell, Rs.\u00a01.50' }));
    const before = setup.answer;
    const detail = 'This price is already in force and cannot be changed. Add a new price instead.';
    setup.answer = (asked) =>
      asked.method === 'DELETE' ? { status: 409, body: { detail, code: 'conflict' } } : before(asked);
    setup.api.asked.length = 0;
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(detail)).toBeDefined();
    await waitFor(() =>
      expect(setup.api.urls().some((url) => url.startsWith('GET /v1/admin/product-pricing/?'))).toBe(true),
    );
  });
});

describe('a price of more than one account', () => {
  const twelve: PricingImpact = {
    accounts: 12,
    names: ['Himal Traders', 'Terai Mills'],
    operators: [
      { operator: 'ntc', accounts: 12, old_price: 135.6, old_release_undelivered: false },
      { operator: 'ncell', accounts: 0, old_price: 140, old_release_undelivered: false },
    ],
  };
  let impact: Answer;
  const saved = () => setup.api.asked.filter(({ method }) => method === 'POST' || method === 'PUT');
  beforeEach(() => {
    impact = { body: { data: twelve } };
    setup.answer = ({ method, url }) => {
      if (url.includes('/impact/')) return impact;
      if (url.includes('/product/active/')) return { body: { data: { account: null, prices: [active] } } };
      if (method === 'GET' && url.includes('?')) return { body: pages(price({})) };
      return {
        body: {
          data: price({ uuid: uuid(2), price: 150, status: 'future', valid_from: '2040-01-01T04:15:00Z' }),
        },
      };
    };
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
  });
  const fill = async (path = 'create') => {
    const user = userEvent.setup();
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      `/admin/product-pricing/${path}`,
      setup.api.base,
    );
    const input = await screen.findByLabelText('Price per part (Rs.)', {}, { timeout: 10_000 });
    await user.clear(input);
    await user.type(input, '1.50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    return user;
  };

  test('is saved only after the dialog has said which accounts pay how much more', async () => {
    const user = await fill();
    const dialog = await screen.findByRole('dialog', { name: 'Change the price of 12 accounts?' });
    expect(dialog.textContent).toContain('Himal Traders, Terai Mills, 10 more');
    expect(
      within(dialog)
        .getAllByRole('row')
        .map((row) => text(row)),
    ).toEqual(['OperatorAccountsOldNew', 'NTC12Rs. 1.356Rs. 1.50+Rs. 0.144']);
    expect(setup.api.urls().find((url) => url.includes('/impact/'))).toContain(
      'price=150&release_undelivered=false',
    );
    expect(saved()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price of 12 accounts' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
  });

  test('of a Viber message is in the dialog, too', async () => {
    impact = { body: { data: { ...twelve, viber: [{ operator: 'ncell', accounts: 3, old_price: 170 }] } } };
    const record = price({
      uuid: uuid(2),
      viber_price: 180,
      status: 'future',
      valid_from: '2040-01-01T04:15:00Z',
    });
    const former = setup.answer;
    setup.answer = (asked) =>
      asked.url.endsWith(`/${uuid(2)}/`) ? { body: { data: record } } : former(asked);
    await fill(uuid(2));
    const dialog = await screen.findByRole('dialog');
    expect(text(within(dialog).getAllByRole('row').at(-1))).toBe(
      'Ncell, Viber message3Rs. 1.70Rs. 1.80+Rs. 0.10',
    );
    expect(setup.api.urls().find((url) => url.includes('/impact/'))).toContain('viber_price=180');
  });

  test('that is not confirmed stays typed and unsaved, and can be saved after all', async () => {
    const user = await fill();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved()).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>('Price per part (Rs.)').value).toBe('1.50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Change the price of 12 accounts' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
  });

  test('to come is asked about when it is changed, too', async () => {
    const user = await fill(uuid(2));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('1 Jan 2040');
    expect(setup.api.urls().find((url) => url.includes('/impact/'))).toContain(`pricing=${uuid(2)}`);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price of 12 accounts' }));
    await waitFor(() => expect(saved().map(({ method }) => method)).toEqual(['PUT']));
  });

  test('needs no confirmation for one account’s future price', async () => {
    const former = setup.answer;
    setup.answer = (asked) => {
      const { body, ...rest } = former(asked);
      const { data } = body as { data?: object };
      return data && !asked.url.includes('/impact/')
        ? { ...rest, body: { data: { ...data, account: uuid(90), account_name: 'Terai Mills' } } }
        : former(asked);
    };
    await fill(uuid(2));
    await waitFor(() => expect(saved().map(({ method }) => method)).toEqual(['PUT']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('needs confirmation if the server does not say which accounts are affected', async () => {
    impact = { status: 404, body: { detail: 'Not found', code: 'not_found' } };
    const user = await fill();
    const dialog = await screen.findByRole('dialog', { name: 'Change the price of every account?' });
    expect(saved()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
  });

  test('needs confirmation if one account is affected', async () => {
    impact = { body: { data: { ...twelve, accounts: 1 } } };
    await fill();
    expect(await screen.findByRole('dialog', { name: 'Change the price of 1 account?' })).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  test('needs no confirmation if no account is affected', async () => {
    impact = { body: { data: { ...twelve, accounts: 0 } } };
    await fill();
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
