import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { calendarYears } from '../../../src/core/calendarYears.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { text } from '../support/paymentsConsole.tsx';
import { aMonth, anInvoice, open, rows, setUpInvoice } from './invoiceSetup.tsx';

const setup = setUpInvoice();

describe('a tax invoice', () => {
  it('has both parties with PAN and address, number, both dates, and VAT apart', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Tax invoice 2083/84-000123' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('कर बीजकTax Invoice');
    const paper = text(screen.getByRole('article'));
    expect(paper).toContain('Demo ProviderKathmanduPAN: 600000000');
    expect(paper).toContain('Himal TradersNew Road, KathmanduPAN: 301234567');
    expect(paper).toContain('Date (BS)15 Kartik 2083');
    expect(paper).toContain('Date (AD)1 Nov 2026');
    expect(paper).toContain('Paid byCheque, 00412277');
    expect(rows().slice(1)).toEqual([
      ['1', 'Credit for bulk SMS', '1', '8,849.56'],
      ['Taxable amount', 'Rs. 8,849.56'],
      ['VAT 13%', 'Rs. 1,150.44'],
      ['Total', 'Rs. 10,000.00'],
    ]);
  });

  it('shows the date that was written down, whatever the calendar says now', async () => {
    const written = { issued_at: '2027-06-15T06:00:00Z', date_bs: '2084-02-32', calendar_provisional: false };
    setup.server.reply(200, { data: anInvoice(written) }, { 'Content-Type': 'application/json' });
    calendarYears.set([{ year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] }]);
    open();
    expect(text(await screen.findByRole('article'))).toContain('Date (BS)32 Jestha 2084');
    expect(screen.queryByText(/provisional/)).toBeNull();
  });

  it('says that its date and fiscal year follow a provisional calendar, though it was published since', async () => {
    calendarYears.set([{ year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] }]);
    const written = { issued_at: '2027-04-14T06:00:00Z', date_bs: '2084-01-01', calendar_provisional: true };
    setup.server.reply(200, { data: anInvoice(written) }, { 'Content-Type': 'application/json' });
    open();
    expect(text(await screen.findByRole('article'))).toContain('Date (BS)1 Baisakh 2084Date (AD)14 Apr 2027');
    expect(screen.getByText(/a provisional calendar: the calendar of 2084 was not published/)).toBeTruthy();
  });

  it('of a server that writes no date down has that of the calendar', async () => {
    const change = { issued_at: '2027-04-14T06:00:00Z' };
    setup.server.reply(200, { data: anInvoice(change) }, { 'Content-Type': 'application/json' });
    open();
    expect(text(await screen.findByRole('article'))).toContain('Date (BS)1 Baisakh 2084Date (AD)14 Apr 2027');
    expect(screen.getByText(/the calendar of 2084 was not published/)).toBeTruthy();
  });

  it.each([
    ['en', 'Date (BS)Not knownDate (AD)14 Apr 2035', /^The date \(BS\) is not known/],
    ['ne', 'मिति (वि.सं.)थाहा छैनमिति (ई.सं.)14 अप्रिल 2035', /^वि.सं. मिति थाहा छैन/],
  ] as const)(
    'beyond the calendar has the Gregorian date and says why, in %s',
    async (language, dates, note) => {
      preferences.set({ language });
      for (const date_bs of [null, undefined]) {
        const change = { issued_at: '2035-04-14T06:00:00Z', date_bs, calendar_provisional: true };
        setup.server.reply(200, { data: anInvoice(change) }, { 'Content-Type': 'application/json' });
        open();
        expect(text(await screen.findByRole('article'))).toContain(dates);
        expect(screen.getByText(note)).toBeTruthy();
        cleanup();
      }
    },
  );

  it('names the package, and accepts a buyer without PAN and address', async () => {
    const buyer = { name: 'Asha Gurung', pan: null, address: null };
    const change = anInvoice({ kind: 'package', item: 'Business', buyer, method: 'cash', reference: null });
    setup.server.reply(200, { data: change }, { 'Content-Type': 'application/json' });
    open();
    expect(await screen.findByText('Bulk SMS package: Business')).toBeTruthy();
    const paper = text(screen.getByRole('article'));
    expect(paper).toContain('Asha GurungPAN: –');
    expect(paper).toContain('Paid byCash');
    expect(screen.getByRole('link', { name: 'Back to package purchase history' })).toBeTruthy();
  });

  it.each(['en', 'ne'] as const)(
    'has its total in words of both languages, first in %s',
    async (language) => {
      preferences.set({ language });
      for (const change of [anInvoice({ handed_out: 2 }), aMonth({ total: 1_000_000 })]) {
        setup.server.reply(200, { data: change }, { 'Content-Type': 'application/json' });
        open();
        await screen.findByRole('article');
        const both = [
          ['en', 'In words: Ten thousand rupees only'],
          ['ne', 'अक्षरेपी: दस हजार रुपैयाँ मात्र'],
        ];
        const lines = [...document.querySelectorAll<HTMLElement>('.invoice-words > *')];
        expect(lines.map((line) => [line.lang, text(line)])).toEqual(
          language === 'en' ? both : both.reverse(),
        );
        cleanup();
      }
    },
  );

  it('has a place for a signature', async () => {
    open();
    await screen.findByRole('article');
    expect(screen.getByText(/^Authorised signature/).textContent).toContain('For Demo Provider');
    expect(screen.queryByText(/Copy of original/)).toBeNull();
  });

  it('is printed as the copy that the server says it is', async () => {
    const json = { 'Content-Type': 'application/json' };
    let prints = 0;
    setup.server.handle(({ method }, response) => {
      const data = method === 'POST' ? { copy: prints++ } : anInvoice({ handed_out: prints });
      response.writeHead(200, json).end(JSON.stringify({ data }));
    });
    const printed: string[] = [];
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      printed.push(screen.queryByText(/Copy of original/)?.textContent ?? 'original');
      window.dispatchEvent(new Event('afterprint'));
    });
    open();
    const button = await screen.findByRole('button', { name: 'Print' });
    await userEvent.click(button);
    expect(await screen.findByText('Copy of original (1)')).toBeTruthy();
    await userEvent.click(button);
    expect(await screen.findByText('Copy of original (2)')).toBeTruthy();
    expect(printed).toEqual(['original', 'Copy of original (1)']);
    // The browser's own command is counted, too.
    window.dispatchEvent(new Event('beforeprint'));
    expect(await screen.findByText('Copy of original (3)')).toBeTruthy();
    print.mockRestore();
  });

  it('is not printed when the print cannot be counted, and says why', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    open();
    const button = await screen.findByRole('button', { name: 'Print' });
    setup.server.reply(503, { detail: 'The database is not available.', code: 'unavailable' });
    await userEvent.click(button);
    expect(
      await screen.findByText('The invoice could not be printed: The database is not available.'),
    ).toBeTruthy();
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it('is printed, without a PDF, if the server counts no prints', async () => {
    pointTo(setup.server.base, ['invoices']);
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send by e-mail' })).toBeNull();
    print.mockRestore();
  });

  it('is saved as a PDF in the page’s language by a POST, which the server counts', async () => {
    preferences.set({ language: 'ne' });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    open();
    const button = await screen.findByRole('button', { name: 'PDF डाउनलोड गर्नुहोस्' });
    setup.server.handle(({ method, url }, response) => {
      const data = anInvoice({ handed_out: 1 });
      if (method === 'POST' && url.endsWith('/pdf/')) response.writeHead(200).end('%PDF-');
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
    await userEvent.click(button);
    expect(await screen.findByText(/^सक्कलको प्रतिलिपि/)).toBeTruthy();
    const sent = setup.server.seen.find(({ method }) => method === 'POST');
    expect(sent?.body).toBe('{"language":"ne"}');
    click.mockRestore();
  });

  it.each([
    ['en', 'Download PDF', /^The PDF could not be downloaded\. \S/],
    ['ne', 'PDF डाउनलोड गर्नुहोस्', /^PDF डाउनलोड हुन सकेन। \S/],
  ] as const)('says that its PDF could not be downloaded, and why (%s)', async (language, name, text) => {
    preferences.set({ language });
    open();
    const button = await screen.findByRole('button', { name });
    setup.server.reply(503, { detail: 'The database is not available.', code: 'unavailable' });
    await userEvent.click(button);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is sent to the reader’s address in the page’s language, after a question', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send by e-mail' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send this invoice by e-mail?' });
    expect(dialog.textContent).toContain('customer@demo.test');
    setup.server.handle(({ method }, response) => {
      const data = method === 'POST' ? { to: 'customer@demo.test' } : anInvoice({ handed_out: 1 });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send the invoice' }));
    expect(await screen.findByText('The invoice is being sent to customer@demo.test.')).toBeTruthy();
    const sent = setup.server.seen.find(({ method }) => method === 'POST');
    expect([sent?.url, sent?.body]).toEqual([`/v1/credit/invoices/${uuid(650)}/mail/`, '{"language":"en"}']);
  });

  it('is in Nepali for Nepali readers, with the digits they chose', async () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    open();
    expect(await screen.findByRole('heading', { name: 'कर बीजक २०८३/८४-०००१२३' })).toBeTruthy();
    expect(text(screen.getByRole('article'))).toContain('मिति (वि.सं.)२०८३ कात्तिक १५');
    expect(rows().at(-1)).toEqual(['जम्मा', 'रु. १०,०००.००']);
  });

  it('has the shape of its paper while it is loading', async () => {
    const answer = setup.server.hold();
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Loading…' })).toBeTruthy();
    const paper = document.querySelector('[aria-busy="true"] .invoice');
    for (const label of ['Buyer', 'Invoice number', 'Date (BS)', 'Particulars', 'Taxable amount', 'Total'])
      expect(paper?.textContent).toContain(label);
    answer();
    expect(await screen.findByRole('article')).toBeTruthy();
  });

  it('is not found if there is none, and an invalid address makes no request', async () => {
    setup.server.reply(404, { detail: 'This record does not exist.', code: 'not_found' });
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
    cleanup();
    const before = setup.server.seen.length;
    open('nonsense');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(setup.server.seen).toHaveLength(before);
  });

  it('opens for users who may read either kind of payment, and for nobody else', async () => {
    signInCustomer((name) => name === 'topup-list');
    open();
    expect(await screen.findByRole('article')).toBeTruthy();
    cleanup();
    signInCustomer((name) => name === 'topup-list' || name === 'package-history');
    open();
    expect(await screen.findByText('You do not have access to this page')).toBeTruthy();
  });
});
