import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { PaymentInstructions } from '../../../src/resources/billing/payments/PaymentInstructions.tsx';
import { renderPage } from '../support/messagingConsole.tsx';

afterEach(cleanup);
const account = { bank: 'Nabil Bank', name: 'Everest SMS', number: '0101017500123' };

it.each([
  { method: 'bank', accounts: [], isSaid: true },
  { method: 'bank', accounts: [account], isSaid: false },
  { method: 'cash', accounts: [], isSaid: false },
])('$method with $accounts.length accounts says that one must ask for it: $isSaid', async (given) => {
  preferences.set({ language: 'en' });
  const options = { methods: ['bank', 'cash'] as ('bank' | 'cash')[], accounts: given.accounts };
  renderPage(
    '/',
    <>
      <PaymentInstructions options={options as never} method={given.method} />
      <p>End</p>
    </>,
  );
  await screen.findByText('End');
  expect(screen.queryAllByText(/^Our account is not shown here yet/)).toHaveLength(given.isSaid ? 1 : 0);
});
