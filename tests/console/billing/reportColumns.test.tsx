import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '#schema/report.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ReportTable } from '../../../src/resources/billing/reports/ReportTable.tsx';
import { renderPage } from '../support/messagingConsole.tsx';

const figures = { sent: 10, test: 0, delivered: 8, failed: 1, parts: 20 };
const report: Report = {
  rows: [
    { ...figures, key: '2026-01-02', name: null, amount: 128_277.6 },
    { ...figures, key: '2026-01-03', name: null, amount: 38_646 },
    { ...figures, key: '2026-01-04', name: null, amount: null },
  ],
  total: { ...figures, amount: 166_923.6 },
  ...{ count: 3, is_counting: false, account_name: null },
};

beforeEach(() => preferences.set({ language: 'ne', digits: 'latin', calendar: 'both' }));
afterEach(() => {
  cleanup();
  preferences.set({ language: 'en', calendar: 'ad' });
});

test('amounts tell their decimals, so that their points are in line', async () => {
  renderPage(
    '/',
    <ReportTable by="day" report={report} nameOf={({ key }) => key} linksAccounts={false} label="Days" />,
  );
  const table = await screen.findByRole('table');
  const decimals = [...table.querySelectorAll('[data-decimals]')].map((one) =>
    one.getAttribute('data-decimals'),
  );
  expect(decimals).toEqual(['2', '3', '3']);
});

test('a day in both calendars has one of them in a line of its own', async () => {
  renderPage(
    '/',
    <ReportTable by="day" report={report} nameOf={({ key }) => key} linksAccounts={false} label="Days" />,
  );
  const table = await screen.findByRole('table');
  expect(table.querySelector('tbody time small')?.textContent).toBe('4 जनवरी 2026');
});
