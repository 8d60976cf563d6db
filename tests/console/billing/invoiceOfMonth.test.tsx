import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { text } from '../support/paymentsConsole.tsx';
import { aMonth, open, rows, setUpInvoice } from './invoiceSetup.tsx';

const setup = setUpInvoice();

describe('the invoice of a month', () => {
  it('has a line for each operator and rate of VAT, the last day to pay, and the way to pay', async () => {
    setup.server.reply(200, { data: aMonth() }, { 'Content-Type': 'application/json' });
    open();
    const paper = text(await screen.findByRole('article'));
    expect(paper).toContain('Month (BS)Kartik 2083Pay by11 Dec 2099');
    expect(paper).not.toContain('Paid by');
    expect(rows().slice(1)).toEqual([
      ['1', 'SMS to NTC, message parts (VAT 13%)', '1,200', '100.00'],
      ['2', 'SMS to NTC, message parts (VAT 15%)', '1,000', '100.00'],
      ['Taxable amount', 'Rs. 200.00'],
      ['VAT 13%', 'Rs. 13.00'],
      ['VAT 15%', 'Rs. 15.00'],
      ['Total', 'Rs. 228.00'],
    ]);
    expect(text(screen.getByRole('alert'))).toContain('Rs. 228.00 to pay by 11 Dec 2099.');
    expect(screen.getByRole('link', { name: 'Pay' }).getAttribute('href')).toBe(
      '/wallet/topup-history/create?amount=22800',
    );
  });

  it('says that it is overdue, with what is left to pay', async () => {
    const late = aMonth({ due_on: '2026-01-02', paid: 10_000 });
    setup.server.reply(200, { data: late }, { 'Content-Type': 'application/json' });
    open();
    expect(text(await screen.findByRole('alert'))).toContain(
      'This invoice is overdue: Rs. 128.00 should have been paid by 2 Jan 2026.',
    );
    expect(text(screen.getByRole('article'))).toContain('Pay by18 Poush 2082 (2 Jan 2026)');
  });

  it('says that it is paid', async () => {
    setup.server.reply(200, { data: aMonth({ paid: 22_800 }) }, { 'Content-Type': 'application/json' });
    open();
    expect(text(await screen.findByRole('alert'))).toContain('This invoice is paid.');
    expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull();
  });
});
