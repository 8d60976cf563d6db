import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { createMonthTyping } from '../../../src/crud/monthTyping.ts';
import { NepaliDateInput } from '../../../src/crud/NepaliDateInput.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { renderPage } from '../support/messagingConsole.tsx';

beforeEach(() => {
  preferences.set({ language: 'en', digits: 'latin', calendar: undefined });
  signInCustomer();
});
afterEach(cleanup);

function Page() {
  const [value, setValue] = useState<string | null>(null);
  return <NepaliDateInput label="Issue date" calendar="bs" value={value} onChange={setValue} />;
}

/** Types these keys a tenth of a second apart, and returns the month that is chosen then. */
function type(keys: string, calendar: 'ad' | 'bs' = 'ad', chosen = ''): string {
  const typing = createMonthTyping();
  let month = chosen;
  [...keys].forEach((key, index) => {
    month = typing(key, index * 100, calendar, month) || month;
  });
  return month;
}

test.each([
  ['11', '11'],
  ['12', '12'],
  ['1', '1'],
  ['05', '5'],
  ['13', '3'],
  ['११', '11'],
  ['o', '10'],
  ['january', '1'],
  ['jj', '6'],
  ['jjj', '7'],
  ['नोभ', '11'],
  ['x', ''],
])('typing %s chooses the month %s', (keys, month) => {
  expect(type(keys)).toBe(month);
});

test('months of Bikram Sambat are found in both languages, and what is chosen does not matter', () => {
  expect([type('fa', 'bs'), type('फा', 'bs'), type('11', 'bs', '11'), type('11', 'bs', '4')]).toEqual([
    ...['11', '11', '11', '11'],
  ]);
});

test('after a pause typing begins anew', () => {
  const typing = createMonthTyping();
  typing('1', 0, 'ad', '');
  expect(typing('1', 2000, 'ad', '1')).toBe('1');
});

test('the select takes what is typed, and leaves other keys to the browser', () => {
  renderPage('/', <Page />);
  const month = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(month, { key, ...more });
  expect([press('1'), press('1')]).toEqual([false, false]);
  expect(month.value).toBe('11');
  expect([press('Tab'), press('ArrowDown'), press(' '), press('2', { ctrlKey: true })]).toEqual([
    ...[true, true, true, true],
  ]);
  expect(month.value).toBe('11');
});
