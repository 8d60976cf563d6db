import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { features } from '#schema/features.ts';
import { productPricing } from '../../../src/resources/billing/productPricing/index.tsx';
import { Prices } from '../../../src/resources/people/accounts/Overview.tsx';
import { base, pages, setUpCatalogue, signIn } from '../catalogueSetup.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';

const setup = setUpCatalogue();
const VIBER = /1\.50/;
const row = (change: object) => ({
  ...base,
  ...{ account: null, account_name: null, operator: null, price: 135.6, release_undelivered: false },
  ...{ valid_from: '2026-01-02T03:04:05Z', status: 'in-force', ...change },
});
const inForce = (change: object) => ({
  ...{ operator: 'ntc', price: 135.6, release_undelivered: false, valid_from: '2026-01-02T03:04:05Z' },
  ...{ pricing: base.uuid, own: false, any_operator: true, next: null, ...change },
});
let listed: object;
let active: unknown;
let overview: object;

beforeEach(() => {
  listed = row({});
  active = { data: { account: null, prices: [] } };
  setup.answer = ({ url }) => {
    if (url.includes('/product/active/')) return { body: active };
    return { body: url.includes('/overview/') ? { data: overview } : pages(listed) };
  };
  signIn(['product-pricing-list', 'get'], ['account-list', 'get']);
});
afterEach(() => {
  cleanup();
  pointTo(setup.api.base);
});
const withoutViber = () =>
  pointTo(
    setup.api.base,
    Object.keys(features).filter((name) => name !== 'viber'),
  );
const open = () =>
  renderConsole(
    [{ name: 'admin/product-pricing', ...productPricing }],
    '/admin/product-pricing',
    setup.api.base,
  );
const plain = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ');
/** The price in the list, and the prices in force. */
const cell = async () => plain((await screen.findByText('Rs. 1.356', { selector: 'td *' })).closest('td'));
const card = async () => {
  const operator = await screen.findByText('NTC', { selector: 'dt' });
  return plain(operator.nextElementSibling);
};

describe('the list of prices', () => {
  test('has the price of a Viber message in the cell of the part’s, which no width leaves out', async () => {
    listed = row({ viber_price: 150 });
    open();
    expect(await cell()).toBe('Rs. 1.356Viber Rs. 1.50');
  });

  test.each([{}, { viber_price: null }])('says nothing more where there is none: %j', async (change) => {
    listed = row(change);
    open();
    expect(await cell()).toBe('Rs. 1.356');
    expect(document.body.textContent).not.toContain('Viber');
  });
});

describe('the prices in force', () => {
  test('have the price of a Viber message; a bare list of prices too', async () => {
    active = { data: { account: null, prices: [inForce({ viber_price: 150 })] } };
    open();
    expect(await card()).toContain('Rs. 1.50 per Viber message');
    cleanup();
    active = { results: [row({ operator: 'ntc', viber_price: 150 })] };
    open();
    expect(await card()).toContain('Rs. 1.50 per Viber message');
  });

  test.each([{}, { viber_price: null }])('have nothing more where there is none: %j', async (change) => {
    active = { data: { account: null, prices: [inForce(change)] } };
    open();
    expect(await card()).toContain('Rs. 1.356');
    expect(document.body.textContent).not.toContain('Viber');
  });

  test('are of parts alone where the server does not send over Viber', async () => {
    withoutViber();
    listed = row({ viber_price: 150 });
    active = { data: { account: null, prices: [inForce({ viber_price: 150 })] } };
    open();
    expect(await card()).toContain('Rs. 1.356');
    expect(await cell()).toBe('Rs. 1.356');
    expect(document.body.textContent).not.toMatch(VIBER);
  });
});

describe('an account’s prices', () => {
  const show = async (change: object) => {
    overview = { prices: [{ operator: 'ntc', price: 135.6, ...change }], days: [] };
    renderPage('/x', <Prices account={base.uuid} />);
    return plain(await screen.findByRole('region', { name: 'Current price per part' }));
  };

  test('have that of a Viber message where there is one and the server sends over Viber', async () => {
    expect(await show({ viber_price: 150 })).toContain('Rs. 1.50 per Viber message');
    cleanup();
    expect(await show({})).not.toContain('Viber');
    cleanup();
    withoutViber();
    expect(await show({ viber_price: 150 })).not.toContain('Viber');
  });
});
