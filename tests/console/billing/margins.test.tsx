import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarginReport, MarginRow } from '#schema/marginReport.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { OwnReportsPage, ReportsPage } from '../../../src/resources/billing/reports/ReportsPage.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const row = (key: string, change: Partial<MarginRow> = {}): MarginRow => ({
  ...{ key, name: null, parts: 10, unknown: 0, charged: 1356, net: 1200, cost: 800, margin: 400 },
  ...change,
});
const reportOf = (rows: MarginRow[], total: Partial<MarginRow> = {}): MarginReport => {
  const { key, name, ...figures } = row('');
  return {
    ...{ rows, total: { ...figures, ...total }, count: rows.length },
    ...{ is_counting: false, account_name: null },
  };
};

let server: JsonServer;
let report: MarginReport;
beforeAll(async () => {
  server = await startJsonServer();
  server.handle(({ url }, response) => {
    const answer = url.includes('/margin/')
      ? { data: report }
      : url.includes('/reports/')
        ? { data: { rows: [], total: {}, count: 0, is_counting: false, account_name: null } }
        : { count: 0, results: [] };
    response.writeHead(200).end(JSON.stringify(answer));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  pointTo(server.base);
  preferences.set({ language: 'en', digits: 'latin', calendar: 'ad' });
  signInStaff('admin');
  server.seen.length = 0;
});
afterEach(() => {
  cleanup();
  endSession();
});

const open = (query: string) =>
  renderPage(
    '/admin/reports',
    <ReportsPage />,
    `/admin/reports?period=own&from=2026-01-01&until=2026-01-31&${query}`,
  );
/** Of staff's page alone. */
const asked = () =>
  server.seen.filter(({ url }) => /admin\/reports\/(?!mail)/.test(url)).map(({ url }) => url);
const cells = async () =>
  [...(await screen.findByRole('table')).querySelectorAll('tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );
const choices = async () =>
  [...(await screen.findByLabelText<HTMLSelectElement>('Report by')).options].map(({ value }) => value);
const MARGINS = ['margin-month', 'margin-account', 'margin-operator', 'margin-link'];

describe('a margin', () => {
  test('has a table with losses, the unknown told, and a chart', async () => {
    const loss = { net: 500, charged: 565, cost: 1000, margin: -500 };
    report = reportOf(
      [row('smsc'), row('other', { ...loss, unknown: 3 }), row('third', { cost: null, margin: null })],
      {
        ...{ cost: 1800, margin: -100, net: 1700, charged: 1921, unknown: 3 },
      },
    );
    open('by=margin-link');
    expect(await cells()).toEqual([
      [
        'Operator link',
        'Accepted parts',
        'Charged',
        'Without VAT',
        'Operator cost',
        'Margin',
        'Margin in %',
        'Parts of unknown cost',
      ],
      ['smsc', '10', 'Rs. 13.56', 'Rs. 12.00', 'Rs. 8.00', 'Rs. 4.00', '33%', '0'],
      ['other', '10', 'Rs. 5.65', 'Rs. 5.00', 'Rs. 10.00', '-Rs. 5.00', '-100%', '3'],
      ['third', '10', 'Rs. 13.56', 'Rs. 12.00', '–', '–', '–', '0'],
      ['Total', '10', 'Rs. 19.21', 'Rs. 17.00', 'Rs. 18.00', '-Rs. 1.00', '-6%', '3'],
    ]);
    await screen.findByText(/The cost of 3 parts is not known/);
    expect(screen.getByRole('figure').textContent?.replaceAll('\u00a0', ' ')).toContain('Margin: -Rs. 1.00.');
    expect(asked()).toEqual(['/v1/admin/reports/margin/?by=link&from=2026-01-01&until=2026-01-31']);
  });

  test.each([
    ['ad', '2026-01', 'Jan 2026', ''],
    ['bs', '2082-09', 'Poush 2082', '&calendar=bs'],
    ['both', '2082-09', 'Poush 2082', '&calendar=bs'],
  ] as const)('by month is of the reader’s calendar: %s', async (calendar, key, name, more) => {
    preferences.set({ calendar });
    report = reportOf([row(key)]);
    open('by=margin-month');
    expect((await cells())[1]?.[0]).toBe(name);
    expect(asked()).toEqual([`/v1/admin/reports/margin/?by=month&from=2026-01-01&until=2026-01-31${more}`]);
  });

  test('is chosen beside the other reports, and says when there is nothing', async () => {
    report = reportOf([]);
    open('');
    expect((await choices()).slice(-4)).toEqual(MARGINS);
    await userEvent.selectOptions(screen.getByLabelText('Report by'), 'margin-account');
    await screen.findByText('Choose other days or remove a filter.');
    expect(asked().at(-1)).toContain('/margin/?by=account');
  });

  test('is not there without the pair, for customers, or from an API without it', async () => {
    const isThere = async () => (await choices()).some((one) => MARGINS.includes(one));
    signInStaff('support');
    open('by=margin-link');
    expect(await isThere()).toBe(false);
    // A page that is left takes back what has not been sent yet.
    await expect.poll(asked).toHaveLength(1);
    cleanup();
    signInStaff('admin');
    renderPage('/reports', <OwnReportsPage />, '/reports?by=margin-link');
    expect(await isThere()).toBe(false);
    cleanup();
    pointTo(server.base, ['reports']);
    open('by=margin-link');
    expect(await isThere()).toBe(false);
    // Both of staff's pages ask for the usual report.
    await expect.poll(asked).toHaveLength(2);
    expect(asked().filter((url) => url.includes('margin'))).toEqual([]);
  });
});

describe('its table', () => {
  test('has no column of unknown costs without any, and no rate where nothing was charged', async () => {
    // More was given back than charged: a rate of it would be above zero.
    report = reportOf([row('smsc', { net: -100, charged: -113, cost: 100, margin: -200 })]);
    open('by=margin-link');
    const [head, line] = await cells();
    expect(head).not.toContain('Parts of unknown cost');
    expect(line?.slice(-2)).toEqual(['-Rs. 2.00', '–']);
    expect(screen.queryByText(/is not known/)).toBeNull();
    expect(screen.queryByText(/^The first/)).toBeNull();
  });

  test('says that it has only the first rows, and whose margin it is', async () => {
    report = { ...reportOf([row('smsc')]), count: 250, account_name: 'Himal Traders' };
    open('by=margin-link');
    await screen.findByRole('heading', { name: /^Himal Traders: / });
    await screen.findByText(/^The first 1 of 250 are shown/);
  });
});
