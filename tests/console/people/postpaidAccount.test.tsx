import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { record, setUpAccounts } from './accountsSetup.tsx';

const setup = setUpAccounts();

describe('a new post-paid account', () => {
  it('has its debt written as lists write it', async () => {
    setup.shown = { ...record, billing: 'postpaid', credit_limit: 5_000_000, balance: -134_900 };
    setup.open();
    const figures = await screen.findByRole('region', { name: 'Overview' });
    expect(await within(figures).findByText('-Rs. 1,349.00')).toBeTruthy();
  });

  it('needs no balance to send, and so no next steps once it has users', async () => {
    setup.parts = 0;
    const created_at = new Date().toISOString();
    setup.shown = { ...record, created_at, billing: 'postpaid', credit_limit: 5_000_000, balance: -134_900 };
    const { unmount } = setup.open();
    const figures = await screen.findByRole('region', { name: 'Overview' });
    await within(figures).findByText('Rs. 271.00');
    expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
    unmount();

    setup.shown = { ...setup.shown, balance: -5_000_000 };
    setup.open();
    expect(await screen.findByRole('region', { name: 'Next steps' })).toBeTruthy();
  });
});
