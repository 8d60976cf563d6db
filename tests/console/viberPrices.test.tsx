import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { features } from '#schema/features.ts';
import { productPricing } from '../../src/resources/billing/productPricing/index.tsx';
import { base, pages, setUpCatalogue, signIn } from './catalogueSetup.ts';
import { renderConsole } from './support/crudConsole.tsx';
import { pointTo } from './support/jsonServer.ts';

const setup = setUpCatalogue();
const price = {
  ...base,
  ...{ account: null, account_name: null, operator: null, price: 135.6, viber_price: 150 },
  ...{ release_undelivered: false, valid_from: '2026-01-02T03:04:05Z', status: 'in-force' },
};
const NAME = /^Price per Viber message/;

beforeEach(() => {
  setup.answer = ({ url }) => {
    if (url.includes('/product/active/')) return { body: { data: { account: null, prices: [] } } };
    return { body: url.includes(price.uuid) ? { data: price } : pages(price) };
  };
  signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
});
afterEach(cleanup);

const open = (path: string) =>
  renderConsole([{ name: 'admin/product-pricing', ...productPricing }], path, setup.api.base);
const withoutViber = () =>
  pointTo(
    setup.api.base,
    Object.keys(features).filter((name) => name !== 'viber'),
  );

test('the price of a Viber message is in the list, on the page and in the form', async () => {
  open('/admin/product-pricing');
  await screen.findByText('Rs. 1.50');
  cleanup();
  open(`/admin/product-pricing/${price.uuid}/show`);
  await screen.findByText(NAME);
  await screen.findByText('Rs. 1.50');
  cleanup();
  open('/admin/product-pricing/create');
  expect(await screen.findByLabelText(NAME)).toBeTruthy();
});

test('it is nowhere where the server does not send over Viber', async () => {
  withoutViber();
  for (const path of ['/admin/product-pricing', `/admin/product-pricing/${price.uuid}/show`]) {
    open(path);
    await screen.findByText('Rs. 1.356');
    expect(screen.queryByText('Rs. 1.50')).toBeNull();
    cleanup();
  }
  open('/admin/product-pricing/create');
  await waitFor(() => expect(screen.getByLabelText(/^Price per part/)).toBeTruthy());
  expect(screen.queryByLabelText(NAME)).toBeNull();
  pointTo(setup.api.base);
});
