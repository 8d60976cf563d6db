import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Report, ReportRow } from '#schema/report.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { OwnReportsPage, ReportsPage } from '../../../src/resources/billing/reports/ReportsPage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const row = (key: string, change: Partial<ReportRow> = {}): ReportRow => ({
  ...{ key, name: null, sent: 10, test: 0, delivered: 8, failed: 1, parts: null, amount: null },
  ...change,
});
const reportOf = (rows: ReportRow[], change: Partial<Report> = {}): Report => {
  const sum = (name: 'sent' | 'test' | 'delivered' | 'failed' | 'parts' | 'amount') =>
    rows.reduce((all, one) => all + (one[name] ?? 0), 0);
  return {
    rows,
    total: {
      ...{ sent: sum('sent'), test: sum('test'), delivered: sum('delivered'), failed: sum('failed') },
      ...{ parts: sum('parts'), amount: sum('amount') },
    },
    count: rows.length,
    is_counting: false,
    account_name: null,
    ...change,
  };
};

let server: JsonServer;
let report: Report | number;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (!url.includes('/reports/')) return end(200, { count: 0, results: [] });
    return typeof report === 'number' ? end(report, { detail: 'Broken' }) : end(200, { data: report });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInStaff('admin');
  server.seen.length = 0;
  report = reportOf([row('2026-01-02', { parts: 20, amount: 135.6 })]);
});
afterEach(() => {
  cleanup();
  endSession();
});

const DAYS = 'period=own&from=2026-01-01&until=2026-01-31';
const open = (query = DAYS) => renderPage('/admin/reports', <ReportsPage />, `/admin/reports?${query}`);
const openOwn = (query = DAYS) => renderPage('/reports', <OwnReportsPage />, `/reports?${query}`);
const asked = () => server.seen.filter(({ url }) => /reports\/(?!mail)/.test(url)).map(({ url }) => url);
const cells = async () =>
  [...(await screen.findByRole('table')).querySelectorAll('tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );
const choices = async () =>
  [...(await screen.findByLabelText<HTMLSelectElement>('Report by')).options].map(({ text }) => text);

describe('a report', () => {
  test('has a table with rates, charges and the total, and a chart', async () => {
    report = reportOf([row('2026-01-02', { parts: 20, amount: 135.6 }), row('2026-01-03')]);
    open();
    expect(await cells()).toEqual([
      ['Day', 'Sent', 'Delivered', 'Delivery rate', 'Failed', 'Charged parts', 'Amount'],
      ['3 Jan 2026', '10', '8', '80%', '1', '–', '–'],
      ['2 Jan 2026', '10', '8', '80%', '1', '20', 'Rs. 1.356'],
      ['Total', '20', '16', '80%', '2', '20', 'Rs. 1.356'],
    ]);
    expect(screen.getByRole('figure').textContent).toContain('Messages sent: 20. Delivered: 16. Failed: 2.');
    expect(asked()).toEqual(['/v1/admin/reports/?by=day&from=2026-01-01&until=2026-01-31']);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  });

  test('of hours names them like a clock', async () => {
    report = reportOf([row('9')]);
    open(`${DAYS}&by=hour`);
    expect((await cells())[1]?.[0]).toBe('09:00');
  });

  test('of reasons says them in words', async () => {
    report = reportOf([row('ESME_RINVDSTADR', { sent: 0 }), row('expired', { sent: 0 })]);
    open(`${DAYS}&by=reason`);
    expect(await cells()).toEqual([
      ['Failure reason', 'Failed'],
      ['The operator does not accept this number (ESME_RINVDSTADR)', '1'],
      ['Expired', '1'],
      ['Total', '2'],
    ]);
  });

  test('says how many were tests, and has messages of no known link', async () => {
    report = reportOf([row('ntc-1', { test: 10 }), row('')]);
    open(`${DAYS}&by=link`);
    expect(await cells()).toEqual([
      ['Operator link', 'Sent', 'Tests', 'Delivered', 'Delivery rate', 'Failed'],
      ['ntc-1', '10', '10', '8', '80%', '1'],
      ['Not known', '10', '0', '8', '80%', '1'],
      ['Total', '20', '10', '16', '80%', '2'],
    ]);
  });

  test('of accounts leads to the days of one, and names it', async () => {
    report = reportOf([row(uuid(1), { name: 'Himal Traders' })]);
    open(`${DAYS}&by=account`);
    const link = await screen.findByRole('link', { name: 'Himal Traders' });
    report = reportOf([row('2026-01-02')], { account_name: 'Himal Traders' });
    await userEvent.click(link);
    expect(await screen.findByRole('heading', { name: /^Himal Traders: Day, 1 Jan 2026/ })).toBeTruthy();
    expect(asked().at(-1)).toBe(
      `/v1/admin/reports/?by=day&from=2026-01-01&until=2026-01-31&account=${uuid(1)}`,
    );
  });

  test('is asked again for another kind, and never shows the former kind under its name', async () => {
    open();
    await screen.findByText('2 Jan 2026');
    report = reportOf([row('ncell')]);
    await userEvent.selectOptions(screen.getByLabelText('Report by'), 'operator');
    expect(screen.queryByText('2 Jan 2026')).toBeNull();
    await waitFor(async () => expect((await cells())[1]?.[0]).toBe('Ncell'));
  });

  test('of another period keeps the former figures under the former period until they have come', async () => {
    const { router } = open();
    const former = /1 Jan 2026.*31 Jan 2026/;
    await screen.findByRole('heading', { name: former });
    const letAnswer = server.hold();
    report = reportOf([row('2026-02-03', { sent: 70 })]);
    const later = DAYS.replaceAll('2026-01', '2026-02').replace('02-31', '02-28');
    await act(() => router.navigate(`/admin/reports?${later}`));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(screen.getByRole('heading', { name: former })).toBeTruthy();
    expect(screen.getByRole('figure').closest('[data-stale]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    letAnswer();
    expect(await screen.findByRole('heading', { name: /1 Feb 2026.*28 Feb 2026/ })).toBeTruthy();
    expect((await cells())[1]?.slice(0, 2)).toEqual(['3 Feb 2026', '70']);
    expect(document.querySelector('[data-stale]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy();
  });

  test('says of another period that nothing was sent only when it has come', async () => {
    report = reportOf([]);
    const { router } = open();
    await screen.findByText('Nothing was sent on these days');
    const letAnswer = server.hold();
    report = reportOf([row('2026-02-03')]);
    await act(() => router.navigate(`/admin/reports?${DAYS.replace('2026-01-31', '2026-02-28')}`));
    expect(screen.queryByText('Nothing was sent on these days')).toBeNull();
    letAnswer();
    expect((await cells())[1]?.[0]).toBe('3 Feb 2026');
  });

  test('says that it is not complete yet, and that it shows only some rows', async () => {
    report = reportOf([row('DEMO')], { is_counting: true, count: 700 });
    open(`${DAYS}&by=sender`);
    expect((await screen.findByRole('alert')).textContent).toMatch(/still being counted/);
    expect(screen.getByText('The first 1 of 700 are shown. The CSV file has all.')).toBeTruthy();
  });

  test('without messages says so, and has no file', async () => {
    report = reportOf([]);
    open(`${DAYS}&by=reason`);
    expect(await screen.findByText('No message failed on these days')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  test('that fails can be tried again', async () => {
    report = 500;
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    report = reportOf([row('2026-01-02')]);
    await userEvent.click(again);
    expect((await cells())[1]?.[0]).toBe('2 Jan 2026');
  });

  test('of days in the wrong order is not asked for', async () => {
    open('period=own&from=2026-01-31&until=2026-01-01');
    expect(await screen.findByText('The last day is before the first.')).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  test('of an own account knows neither accounts nor links, whatever its address says', async () => {
    signInCustomer();
    openOwn(`${DAYS}&by=account&account=${uuid(1)}`);
    expect((await cells())[0]?.[0]).toBe('Day');
    expect(await choices()).toEqual(['Day', 'Operator', 'Hour', 'Sender ID', 'Failure reason']);
    expect(screen.queryByLabelText('Account')).toBeNull();
    expect(asked()).toEqual(['/v1/core/reports/?by=day&from=2026-01-01&until=2026-01-31']);
  });
});
