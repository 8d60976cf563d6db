import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setUpAccounts } from './accountsSetup.tsx';

const setup = setUpAccounts();
const { open, asked } = setup;

describe('adjusting the wallet of a post-paid account', () => {
  const start = async (balance: number, credit_limit = 500_000) => {
    setup.shown = { ...setup.shown, billing: 'postpaid', credit_limit, balance };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust wallet' }));
    return screen.findByRole('dialog', { name: 'Adjust the wallet of Terai Mills' });
  };
  const fill = async (amount: string) => {
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), amount);
    await userEvent.type(screen.getByLabelText(/Reason/), 'Paid in cash');
  };

  it.each([500_000, 0])('that owes adds a part of it, with a limit of %i', async (limit) => {
    const dialog = await start(-134_900, limit);
    await fill('1000');
    expect(dialog.textContent).toContain('-Rs.\u00a0349.00');
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => body)).toEqual([
      { amount: 100_000, reason: 'Paid in cash', balance: -134_900 },
    ]);
  });

  it('deducts to its credit limit, and no further', async () => {
    const dialog = await start(100_000);
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'take');
    await fill('6000.01');
    await userEvent.click(within(dialog).getByRole('button', { name: /^Deduct Rs/ }));
    expect(within(dialog).getByText(/The balance is only/)).toBeTruthy();
    expect(asked('/adjust/')).toEqual([]);
    await userEvent.clear(screen.getByLabelText(/Amount in rupees/));
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), '6000');
    expect(dialog.textContent).toContain('-Rs.\u00a05,000.00');
    await userEvent.click(within(dialog).getByRole('button', { name: /^Deduct Rs/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => (body as { amount: number }).amount)).toEqual([-600_000]);
  });
});
