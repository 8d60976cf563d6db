import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pair } from '#schema/permissions.ts';
import type { ActivePrices, PricingImpact, ProductPricing } from '#schema/productPricing.ts';
import type { ViberIdentity } from '#schema/viberIdentity.ts';
import { preferences } from '../../src/core/preferences.ts';
import { endSession, setUser, startSession } from '../../src/core/session.ts';
import { packageForSale } from '../../src/resources/billing/packagesForSale/index.tsx';
import { productPricing as productPricingResource } from '../../src/resources/billing/productPricing/index.tsx';
import { viberIdentity as viberIdentityResource } from '../../src/resources/messaging/viberIdentities/index.tsx';
import { numberPlan as numberPlanResource } from '../../src/resources/operations/numberPlan/index.tsx';
import { type Answer, type Asked, startApi } from './support/api.ts';
import { renderConsole } from './support/crudConsole.tsx';
import { pointTo } from './support/jsonServer.ts';
import { resourceOf } from './support/resourceOf.ts';

const uuid = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const base = { uuid: uuid(1), created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const pages = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi((asked) => answer(asked));
  pointTo(api.base);
});
afterAll(() => api.close());
beforeEach(() => {
  api.asked.length = 0;
});
afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
  preferences.set({ language: 'en' });
});

function signIn(...pairs: Pair[]): void {
  startSession('token');
  setUser({
    uuid: uuid(91),
    name: 'Asha Gurung',
    email: 'admin@demo.test',
    phone: null,
    role: 'admin',
    account: { uuid: uuid(90), name: 'Demo Provider', type: 'company', kyc_status: 'none' },
    wallet: { balance: 0 },
    ui_permissions: pairs.map(([name, verb]) => [name, verb]),
  });
}

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
const active: ActivePrices['prices'][number] = {
  operator: 'ntc',
  price: 120.1234,
  release_undelivered: false,
  valid_from: '2026-01-02T03:04:05Z',
  pricing: uuid(1),
  own: false,
  any_operator: true,
  next: { price: 150, valid_from: '2040-01-01T04:15:00Z' },
};

describe('prices', () => {
  const list = [price({}), price({ uuid: uuid(2), price: 150, status: 'future', operator: 'ncell' })];
  beforeEach(() => {
    answer = ({ url }) => {
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
      api.base,
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
    const ours = answer;
    answer = (asked) => (asked.url.includes('/product/active/') ? { body: wrap(rows) } : ours(asked));
    signIn(['product-pricing-list', 'get']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      api.base,
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
      api.base,
    );
    expect(await screen.findByRole('link', { name: 'Edit: Default, Ncell, Rs.\u00a01.50' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1);
  });

  test('are only read without the permission to change them', async () => {
    signIn(['product-pricing-list', 'get']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      api.base,
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
      api.base,
    );
    expect(await screen.findByText(/^This price is in force or past/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('in force are not changed: their page leads to a new one', async () => {
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    const before = answer;
    const record = price({ valid_from: '2020-01-01T00:00:00Z' });
    answer = () => ({ body: { data: record } });
    const address = `/admin/product-pricing/${record.uuid}`;
    renderConsole([{ name: 'admin/product-pricing', ...productPricingResource }], address, api.base);
    const link = await screen.findByRole('link', { name: 'Add price' });
    expect(link.getAttribute('href')).toBe('/admin/product-pricing/create');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    answer = before;
  });

  test('that began while their deletion was asked about stay, and the newest state is asked for', async () => {
    const user = userEvent.setup();
    signIn(['product-pricing-list', 'get'], ['product-pricing-list', 'post']);
    renderConsole(
      [{ name: 'admin/product-pricing', ...productPricingResource }],
      '/admin/product-pricing',
      api.base,
    );
    await user.click(await screen.findByRole('button', { name: 'Delete: Default, Ncell, Rs.\u00a01.50' }));
    const before = answer;
    const detail = 'This price is already in force and cannot be changed. Add a new price instead.';
    answer = (asked) =>
      asked.method === 'DELETE' ? { status: 409, body: { detail, code: 'conflict' } } : before(asked);
    api.asked.length = 0;
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(detail)).toBeDefined();
    await waitFor(() =>
      expect(api.urls().some((url) => url.startsWith('GET /v1/admin/product-pricing/?'))).toBe(true),
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
  const saved = () => api.asked.filter(({ method }) => method === 'POST' || method === 'PUT');
  beforeEach(() => {
    impact = { body: { data: twelve } };
    answer = ({ method, url }) => {
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
      api.base,
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
        .map(({ textContent }) => textContent),
    ).toEqual(['OperatorAccountsOld (Rs.)New (Rs.)', 'NTC121.3561.50+0.144']);
    expect(api.urls().find((url) => url.includes('/impact/'))).toContain(
      'price=150&release_undelivered=false',
    );
    expect(saved()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price of 12 accounts' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
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
    expect(api.urls().find((url) => url.includes('/impact/'))).toContain(`pricing=${uuid(2)}`);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price of 12 accounts' }));
    await waitFor(() => expect(saved().map(({ method }) => method)).toEqual(['PUT']));
  });

  test('is not asked about a price to come of one account', async () => {
    const former = answer;
    answer = (asked) => {
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

  test('is asked about also where the server cannot tell whom it concerns', async () => {
    impact = { status: 404, body: { detail: 'Not found', code: 'not_found' } };
    const user = await fill();
    const dialog = await screen.findByRole('dialog', { name: 'Change the price of every account?' });
    expect(saved()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Change the price' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
  });

  test('is asked about also while one account has it', async () => {
    impact = { body: { data: { ...twelve, accounts: 1 } } };
    await fill();
    expect(await screen.findByRole('dialog', { name: 'Change the price of 1 account?' })).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  test('is saved without a question when nobody has it', async () => {
    impact = { body: { data: { ...twelve, accounts: 0 } } };
    await fill();
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('other terms of a package for sale are saved only after they are confirmed for everybody', async () => {
  const pack = { ...base, name: 'Dashain', parts: 1000, price: 120_000, validity_days: 30, is_active: true };
  const user = userEvent.setup();
  signIn(['package-sale-list', 'get'], ['package-sale-list', 'post']);
  answer = ({ url }) =>
    url.includes('/product/active/')
      ? { body: { data: { account: null, prices: [active] } } }
      : { body: { data: { ...pack, sold: 3 } } };
  renderConsole([{ name: 'admin/packages', ...packageForSale }], `/admin/packages/${uuid(1)}`, api.base);
  const saves = () => api.asked.filter(({ method }) => method === 'PUT');
  const input = await screen.findByLabelText('Price (Rs.)', {}, { timeout: 10_000 });
  await user.clear(input);
  await user.type(input, '1500');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = { name: 'Change the package “Dashain” for everybody?' };
  const dialog = await screen.findByRole('dialog', question);
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain('Rs. 1,200.00 → Rs. 1,500.00');
  expect(saves()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Change the package' }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]?.body).toMatchObject({ price: 150_000 });
});

test('a text is tried as one types, and what would be refused is marked', async () => {
  const user = userEvent.setup();
  signIn(['blocked-keyword-list', 'get']);
  answer = ({ method }) =>
    method === 'POST'
      ? { body: { data: { hits: [{ uuid: uuid(1), keyword: 'bet', start: 2, end: 5 }] } } }
      : { body: pages() };
  renderConsole([resourceOf('admin/blocked-keywords')], '/admin/blocked-keywords', api.base);
  await user.type(await screen.findByLabelText('Message text'), 'A BET!');
  expect((await screen.findByText('BET')).tagName).toBe('MARK');
  expect(screen.getByText('Blocked: one place with “bet”.').getAttribute('role')).toBe('status');
  expect(api.asked.at(-1)).toEqual({
    method: 'POST',
    url: '/v1/admin/blocked-sms-keywords/test/',
    body: { text: 'A BET!' },
  });
});

test('a Viber name that somebody else has decided meanwhile says so, and shows how', async () => {
  const user = userEvent.setup();
  signIn(['viber-identity-list', 'post']);
  let shown: ViberIdentity = {
    ...base,
    account: uuid(80),
    account_name: 'Himal Traders',
    name: 'Himal Offers',
    status: 'pending',
    reason: null,
    decided_at: null,
  };
  const detail = 'This Viber identity is already rejected. Nothing was changed.';
  answer = ({ method }) => {
    if (method === 'GET') return { body: { data: shown } };
    shown = { ...shown, status: 'rejected', reason: 'No papers', decided_at: base.created_at };
    return { status: 409, body: { detail, code: 'conflict' } };
  };
  renderConsole(
    [{ name: 'admin/viber-identities', ...viberIdentityResource }],
    `/admin/viber-identities/${uuid(1)}/show`,
    api.base,
  );
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(screen.getByText(/kept for the record: nothing is sent over Viber/)).toBeDefined();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(await screen.findByText('No papers')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
});

test('a number is looked up once it is complete, and an invalid one is reported', async () => {
  const user = userEvent.setup();
  signIn(['number-plan-list', 'get']);
  answer = ({ url }) => {
    if (!url.includes('lookup')) return { body: pages() };
    if (url.includes('01441'))
      return {
        status: 400,
        body: { detail: 'x', code: 'invalid', errors: { phone: ['A landline cannot receive SMS.'] } },
      };
    return {
      body: { data: { phone: '+9779611000001', operator: 'smart', closed: true, prefix: '+977961' } },
    };
  };
  renderConsole([{ name: 'admin/number-plan', ...numberPlanResource }], '/admin/number-plan', api.base);
  const input = await screen.findByLabelText('Mobile number');
  await user.type(input, '9611000001');
  expect(
    await screen.findByText('Smart Cell, because it starts with 961. This operator has closed its network.'),
  ).toBeDefined();
  await user.clear(input);
  await user.type(input, '01-4412345');
  await user.clear(input);
  await user.type(input, '014412345');
  expect(await screen.findByText('A landline cannot receive SMS.')).toBeDefined();
});
