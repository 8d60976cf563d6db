import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RefusedRows } from '../../../src/resources/messaging/compose/RefusedRows.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aPlan, renderPage } from '../support/messagingConsole.tsx';

afterEach(cleanup);

test('an excluded number is one word, and any other text may break', async () => {
  signInCustomer();
  const plan = aPlan();
  const row = { row: 1, reason: 'blacklisted' as const };
  const refused_rows = [
    { ...row, value: '+9779741039595' },
    { ...row, value: 'not a number at all' },
  ] as typeof plan.refused_rows;
  renderPage(
    '/',
    <RefusedRows plan={{ ...plan, refused: { ...plan.refused, blacklisted: 2 }, refused_rows }} />,
  );
  const cellOf = (text: string) => screen.getByText(text).classList.contains('crud-number');
  expect(await screen.findByText('not a number at all')).toBeTruthy();
  expect(cellOf('+977 9741039595')).toBe(true);
  expect(cellOf('not a number at all')).toBe(false);
});
