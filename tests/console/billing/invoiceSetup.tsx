import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Invoice } from '#schema/invoice.ts';
import { calendarYears } from '../../../src/core/calendarYears.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { InvoicePage } from '../../../src/resources/billing/invoice/InvoicePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';
import { text } from '../support/paymentsConsole.tsx';

export const anInvoice = (change: Partial<Invoice> = {}): Invoice => ({
  uuid: uuid(650),
  number: 123,
  fiscal_year: '2083/84',
  // 18:30 UTC is a quarter past midnight of the next day in Nepal.
  issued_at: '2026-10-31T18:30:00Z',
  payment: uuid(600),
  method: 'cheque',
  reference: '00412277',
  seller: { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' },
  buyer: { name: 'Himal Traders', pan: '301234567', address: 'New Road, Kathmandu' },
  kind: 'topup',
  item: null,
  taxable: 884_956,
  vat: 115_044,
  vat_percent: 13,
  total: 1_000_000,
  ...change,
});

/** A server with an invoice, and the page that shows it. */
export function setUpInvoice() {
  let server: JsonServer;
  beforeEach(async () => {
    preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
    signInCustomer();
    server = await startJsonServer();
    pointTo(server.base);
    server.reply(200, { data: anInvoice() }, { 'Content-Type': 'application/json' });
  });
  afterEach(async () => {
    cleanup();
    calendarYears.set(null);
    await server.stop();
    preferences.set({ language: 'en', digits: 'latin' });
  });
  return {
    get server() {
      return server;
    },
  };
}

export const open = (id = uuid(650)) =>
  renderPage('/wallet/invoices/:id', <InvoicePage />, `/wallet/invoices/${id}`);
export const rows = () =>
  [...document.querySelectorAll('.invoice tr, .invoice-sums > div')].map((row) =>
    [...row.children].map((cell) => text(cell)),
  );

export const aMonth = (change: Partial<Invoice> = {}) =>
  anInvoice({
    ...{ kind: 'month', payment: null, method: null, reference: null, month: '2083-07', paid: 0 },
    ...{ due_on: '2099-12-11', taxable: 20_000, vat: 2800, total: 22_800 },
    lines: [
      { item: 'sms', name: 'ntc', parts: 1200, percent: 13, taxable: 10_000, amount: 11_300 },
      { item: 'sms', name: 'ntc', parts: 1000, percent: 15, taxable: 10_000, amount: 11_500 },
    ],
    ...change,
  });
