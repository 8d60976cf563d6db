import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account } from '#schema/account.ts';
import { type Colleague, colleague } from '#schema/team.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { AccountEdit } from '../../../src/resources/people/accounts/AccountForms.tsx';
import { ColleagueShow } from '../../../src/resources/people/team/ColleagueShow.tsx';
import { ColleagueCreate, ColleagueEdit } from '../../../src/resources/people/team/TeamForms.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const gita: Colleague = {
  ...{ uuid: uuid(1), ...times, name: 'Gita Karki', email: 'gita@himal.test', role: 'sender' as const },
  ...{ is_active: true, is_invited: true, last_login_at: null },
};
const customer = {
  ...{ uuid: uuid(2), ...times, name: 'Terai Mills', type: 'company', pan: null, address: null },
  ...{ kyc_status: 'none', is_active: true, balance: 0, users: 1, is_provider: false, billing: 'postpaid' },
  ...{ credit_limit: 500_000, daily_cap: null, rate_cap: null, low_balance_below: null, tags: ['bank'] },
  notes: null,
};

let shown: Colleague;
let api: Awaited<ReturnType<typeof startApi>>;

function answer({ method, url, body }: Asked): Answer {
  if (url.endsWith('/take-back/')) return { status: 204, body: undefined };
  const record = url.startsWith(account.path) ? customer : shown;
  return { body: { data: method === 'GET' ? record : { ...record, ...(body as object) } } };
}

beforeEach(async () => {
  shown = gita;
  preferences.set({ language: 'en' });
  api = await startApi(answer);
  pointTo(api.base);
  signInCustomer();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const resources = [
  {
    ...{ name: colleague.name, list: <p>the list</p>, show: <ColleagueShow /> },
    ...{ create: <ColleagueCreate />, edit: <ColleagueEdit /> },
  },
  { name: account.name, list: <p>the list</p>, show: <p>the account</p>, edit: <AccountEdit /> },
];
const open = (path: string) => renderConsole(resources, path, api.base);
const sent = (method: string) => api.asked.filter((one) => one.method === method);

describe('the team', () => {
  it('invites a colleague with a role, and says what the role may do', async () => {
    open('/team/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Gita Karki');
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), gita.email);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Viewer');
    expect(screen.getByText(/Changes nothing/)).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Chosen by your provider' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: /Messages a day/ }), '500');
    await user.click(screen.getByRole('button', { name: /Invite|invitation/ }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')[0]?.body).toMatchObject({ email: gita.email, role: 'viewer', daily_cap: 500 });
  });

  it('keeps permissions that the provider chose unless another role is chosen', async () => {
    shown = { ...gita, role: 'custom', is_invited: false };
    open(`/team/${gita.uuid}`);
    const user = userEvent.setup();
    expect(await screen.findByRole('option', { name: 'Chosen by your provider' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Access' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ role: 'custom', is_active: false }));
  });

  it('takes back an invitation after asking, and only one that nobody has used', async () => {
    const { router } = open(`/team/${gita.uuid}/show`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Withdraw the invitation' }));
    expect(sent('POST')).toEqual([]);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Withdraw the invitation' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/team'));
    expect(sent('POST').map(({ url }) => url)).toEqual([`${colleague.path}${gita.uuid}/take-back/`]);
    cleanup();
    shown = { ...gita, is_invited: false };
    open(`/team/${gita.uuid}/show`);
    await screen.findByRole('heading', { level: 1, name: gita.name });
    expect(screen.queryByRole('button', { name: 'Withdraw the invitation' })).toBeNull();
  });
});

describe('the form of an account', () => {
  it('takes tags one by one or pasted, and asks for a credit limit only of post-paid accounts', async () => {
    signInStaff('admin');
    open(`/admin/accounts/${customer.uuid}`);
    const user = userEvent.setup();
    const tags = await screen.findByRole('combobox', { name: /Tags/ });
    await user.type(tags, 'VIP{Enter}');
    await user.click(tags);
    await user.paste('north, south');
    expect(screen.getByRole('textbox', { name: /Credit limit/ })).toHaveProperty('value', '5000.00');
    await user.selectOptions(screen.getByRole('combobox', { name: /Payment terms/ }), 'Prepaid');
    expect(screen.queryByRole('textbox', { name: /Credit limit/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.body).toMatchObject({
      ...{ billing: 'prepaid', credit_limit: null, tags: ['bank', 'vip', 'north', 'south'] },
    });
  });
});
