import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { InvoicePage } from '../../../src/resources/billing/invoice/InvoicePage.tsx';
import { AnyMonthlyInvoiceList } from '../../../src/resources/billing/monthlyInvoices/AnyMonthlyInvoiceList.tsx';
import { anyMonthlyInvoice, monthlyInvoice } from '../../../src/resources/billing/monthlyInvoices/index.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';
import { text } from '../support/paymentsConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

const ACCOUNT = uuid(20);
const months = { month: '2083-07', due_on: '2099-12-11', total: 22_800, paid: 0 };
const listed = {
  ...{ uuid: uuid(650), ...months, status: 'open', prefix: '', fiscal_year: '2083/84', number: 12 },
  ...{ account: ACCOUNT, account_name: 'Himal Traders', created_at: '2026-11-17T06:00:00Z' },
};
const party = { name: 'Old name', pan: null, address: null };
const paper = {
  ...{ uuid: uuid(650), ...months, kind: 'month', fiscal_year: '2083/84', number: 12, lines: [] },
  ...{ issued_at: '2026-11-17T06:00:00Z', payment: null, method: null, reference: null, item: null },
  ...{ seller: party, buyer: party, taxable: 20_000, vat: 2800, vat_percent: 14 },
};

let server: JsonServer;
let answer: Record<string, unknown>;
beforeEach(async () => {
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
  signInStaff('admin');
  answer = { ...paper, account: ACCOUNT, account_name: 'Himal Traders' };
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url }, response) => {
    const list = { count: 1, next: null, previous: null, results: [listed] };
    const body = url?.includes('/monthly-invoices/') ? list : { data: answer };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
  preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
});

const openPaper = () =>
  renderPage(
    '/admin/monthly-invoices/:id/show',
    <ResourceContextProvider value="admin/monthly-invoices">
      <InvoicePage />
    </ResourceContextProvider>,
    `/admin/monthly-invoices/${uuid(650)}/show`,
  );
const openList = () =>
  renderPage('/admin/monthly-invoices', <AnyMonthlyInvoiceList />, '/admin/monthly-invoices');

test('the paper says whose it is, and leaves printing, mailing and paying to its account', async () => {
  openPaper();
  const link = await screen.findByRole('link', { name: 'Himal Traders' });
  expect(link.getAttribute('href')).toBe(`/admin/accounts/${ACCOUNT}/show`);
  expect(text(screen.getByRole('article'))).toContain('Pay by');
  expect(screen.getByRole('link', { name: 'Back to monthly invoices' }).getAttribute('href')).toBe(
    '/admin/monthly-invoices',
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull();
});

test('a print with the browser’s own command is counted, and the paper then says which copy it is', async () => {
  openPaper();
  await screen.findByRole('article');
  answer = { ...answer, handed_out: 1 };
  window.dispatchEvent(new Event('beforeprint'));
  expect(await screen.findByText('Copy of original (1)')).toBeTruthy();
  const sent = server.seen.find(({ method }) => method === 'POST');
  expect(sent?.url).toBe(`/v1/credit/invoices/${uuid(650)}/print/`);
});

test('an API that does not name the account is read, too', async () => {
  answer = paper;
  openPaper();
  expect((await screen.findAllByText('Old name')).length).toBeGreaterThan(2);
});

test('a row of the list leads to the paper, unless the server has none', async () => {
  openList();
  const link = await screen.findByRole('link', { name: 'Himal Traders' });
  expect(link.getAttribute('href')).toBe(`/admin/monthly-invoices/${uuid(650)}/show`);
  cleanup();
  pointTo(server.base, ['monthly-invoices']);
  openList();
  expect((await screen.findAllByText('Himal Traders')).length).toBe(1);
  expect(screen.queryByRole('link', { name: 'Himal Traders' })).toBeNull();
});

test('with both calendars the second date is below the first, and columns wait for room', async () => {
  preferences.set({ language: 'ne', calendar: 'both' });
  openList();
  await screen.findByText('Himal Traders');
  const due = document.querySelector('td[data-place="date"] time');
  expect(due?.getAttribute('datetime')).toBe('2099-12-11');
  expect(due?.querySelector('small')).toBeTruthy();
  expect([monthlyInvoice, anyMonthlyInvoice].map(({ show }) => Boolean(show))).toEqual([true, true]);
});

test('on phones the day says that it is the day to pay by', async () => {
  openList();
  await screen.findByText('Himal Traders');
  const due = document.querySelector('td[data-place="date"]');
  expect([due?.getAttribute('data-label'), due?.getAttribute('data-labelled')]).toEqual(['Pay by', 'true']);
});

test('what is asked about one paper is not asked about another, to which the browser goes back', async () => {
  signInCustomer();
  const { router } = renderPage('/wallet/invoices/:id', <InvoicePage />, `/wallet/invoices/${uuid(650)}`);
  await screen.findByRole('article');
  answer = { ...answer, number: 7 };
  await act(() => router.navigate(`/wallet/invoices/${uuid(651)}`));
  await userEvent.click(await screen.findByRole('button', { name: 'Send by e-mail' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  answer = { ...answer, number: 12 };
  await act(() => router.navigate(-1));
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toContain('12'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
