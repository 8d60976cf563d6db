import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RefusedRows } from '../../../src/resources/messaging/compose/RefusedRows.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aPlan, renderPage } from '../support/messagingConsole.tsx';

afterEach(cleanup);

test('a repeated number is said to be where the first one is found', async () => {
  signInCustomer();
  const plan = aPlan();
  const row = { value: '+9779841000002', refusal: 'duplicate' as const };
  const refused_rows: typeof plan.refused_rows = [
    { ...row, source: 'numbers', row: 3, reason: 'The same number as in row 2.' },
    { ...row, source: 'file', row: 7, reason: 'The same number as in row 2 of the numbers.' },
    { ...row, source: 'file', row: 9, reason: 'The same number as in row 8.' },
  ];
  const refused = { ...plan.refused, duplicate: 3 };
  renderPage(
    '/',
    <RefusedRows
      plan={{ ...plan, refused, refused_rows }}
      lineOf={({ source, row }) => (source === 'numbers' ? Number(row) * 2 - 1 : undefined)}
    />,
  );
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(/^Pasted, line 5.*Same number as pasted line 3$/);
  expect(rows[2]).toMatch(/^File, row 7.*Same number as pasted line 3$/);
  expect(rows[3]).toMatch(/^File, row 9.*Same number as row 8$/);
});

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
