import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setUpAccounts } from './accountsSetup.tsx';

const setup = setUpAccounts();
const { open, asked } = setup;

describe('adjusting the wallet', () => {
  const start = async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Adjust wallet' }));
    return screen.findByRole('dialog', { name: 'Adjust the wallet of Terai Mills' });
  };
  const fill = async (amount: string, reason: string) => {
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), amount);
    await userEvent.type(screen.getByLabelText(/Reason/), reason);
  };

  it('says exactly what it comes to, is done once, and shows the new balance', async () => {
    const dialog = await start();
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'take');
    await fill('1,250.50', 'Charged twice');
    expect(dialog.textContent).toContain('12,500.00');
    expect(dialog.textContent).toContain('-Rs.\u00a01,250.50');
    expect(dialog.textContent).toContain('11,249.50');
    const letAnswer = setup.api.hold();
    await userEvent.dblClick(within(dialog).getByRole('button', { name: /^Deduct Rs/ }));
    letAnswer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => body)).toEqual([
      { amount: -125_050, reason: 'Charged twice', balance: 1_250_000 },
    ]);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Overview' }).textContent).toContain('11,249.50'),
    );
  });

  it('above the limit says that a second person must confirm it', async () => {
    const dialog = await start();
    await fill('5000', 'Refund');
    setup.refusal = { status: 202, body: { data: { before: 1_250_000, after: 1_250_000, waits: true } } };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    expect(await screen.findByText(/above the limit.*when a second person confirms it/)).toBeTruthy();
  });

  it('without an answer is repeated under its key, also after the dialog was closed', async () => {
    let dialog = await start();
    await fill('5000', 'Refund');
    const send = (name: string | RegExp) => userEvent.click(within(dialog).getByRole('button', { name }));
    setup.refusal = { status: 502, body: {} };
    await send(/^Add Rs/);
    expect(await within(dialog).findByText(/We could not confirm the change/)).toBeTruthy();
    expect(screen.getByLabelText(/Amount in rupees/)).toHaveProperty('disabled', true);
    expect(document.activeElement?.textContent).toBe('Try again');
    await send('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    dialog = await start();
    expect(within(dialog).getByText(/We could not confirm this change when you sent it/)).toBeTruthy();
    expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Refund');
    const keys = () =>
      setup.api.seen
        .filter(({ url, method }) => method === 'POST' && url.endsWith('/adjust/'))
        .map(({ headers }) => headers['idempotency-key']);
    await send('Try again');
    await waitFor(() => expect(keys()).toHaveLength(2));
    // Too many requests at once say nothing of the first one.
    setup.refusal = { status: 429, body: { detail: 'Not now.' } };
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText(/We could not confirm the change: Not now/)).toBeTruthy();
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    // Another one only when the user says so.
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText(/Amount in rupees/)).toHaveProperty('disabled', false);
    setup.refusal = undefined;
    await send(/^Add Rs/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(keys()).size).toBe(2);
    cleanup();
    await start();
    expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', '');
  });

  it('says beside the field what is wrong, and sends nothing', async () => {
    const dialog = await start();
    const submit = () => within(dialog).getByRole('button', { name: /Adjust balance|Deduct|Add Rs/ });
    await userEvent.click(submit());
    expect(screen.getByLabelText(/Amount in rupees/)).toBe(document.activeElement);
    expect(within(dialog).getAllByText('Required')).toHaveLength(2);
    await fill('abc', 'x');
    await userEvent.click(submit());
    expect(within(dialog).getByText(/Enter an amount in rupees/)).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/Amount in rupees/));
    await userEvent.type(screen.getByLabelText(/Amount in rupees/), '12500.01');
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'take');
    await userEvent.click(submit());
    expect(within(dialog).getByText(/The balance is only/)).toBeTruthy();
    expect(asked('/adjust/')).toEqual([]);
  });

  it('of a balance that has changed shows the newest, and does nothing by itself', async () => {
    const dialog = await start();
    await fill('100', 'Bonus');
    setup.refusal = {
      status: 409,
      body: { detail: 'The balance has changed.', code: 'conflict', data: { balance: 900_000 } },
    };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    expect(await within(dialog).findByText(/The balance has changed\. It is now/)).toBeTruthy();
    expect(dialog.textContent).toContain('9,100.00');
    setup.refusal = undefined;
    setup.shown = { ...setup.shown, balance: 900_000 };
    await userEvent.click(within(dialog).getByRole('button', { name: /^Add Rs/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/adjust/').map(({ body }) => (body as { balance: number }).balance)).toEqual([
      1_250_000, 900_000,
    ]);
  });
});
