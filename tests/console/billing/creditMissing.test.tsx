import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { expect, it } from 'vitest';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { PackageList } from '../../../src/resources/billing/packages/PackageList.tsx';
import { renderConsole } from '../support/crudConsole.tsx';
import { named, setUpPayments } from '../support/paymentsConsole.tsx';

const setup = setUpPayments();

it('what a post-paid customer needs more is less by the credit limit', async () => {
  const owes = (balance: number) =>
    setUser({ ...(getUser() as User), wallet: { balance, credit_limit: 1_000_000 } });
  owes(400_000);
  setup.server.state.replies = [{ status: 402, body: { detail: 'short', code: 'insufficient_balance' } }];
  renderConsole([{ name: 'packages/sms', list: <PackageList /> }], '/packages/sms', setup.server.base);
  await userEvent.click(await screen.findByRole('button', { name: /^Buy Business/ }));
  await userEvent.click(await screen.findByRole('button', { name: named('Buy for Rs. 11,800.00') }));
  const title = await screen.findByText('Your balance is too low');
  // A campaign took some of it meanwhile.
  act(() => owes(100_000));
  expect(title.closest('[role=alert]')?.textContent).toMatch(/You need Rs\.\s800\.00 more\./);
});
