import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { linesInWords } from '#schema/amountInWords.ts';
import { type BsDay, readBsText } from '#schema/bikramSambat.ts';
import { type Invoice, type InvoiceRow, invoiceNumber, invoiceRows, vatByPercent } from '#schema/invoice.ts';
import { bsMonth } from '../../../core/bsMonth.ts';
import { adDate, bsDay, bsDayOf, digits, money, number, rupees } from '../../../core/format.ts';
import { bikramSambat } from '../../../core/nepaliDate.ts';
import { usePreferences } from '../../../layout/useUser.ts';
import { dateInBoth } from './dateInBoth.ts';
import './invoice.css';

/**
 * The date in Bikram Sambat as recorded when the invoice was issued, whatever the calendar says now. Servers that record
 * none leave it to the calendar. `day` undefined: unknown.
 */
function issuedOn({ date_bs, calendar_provisional, issued_at }: Invoice): {
  day?: BsDay;
  isProvisional: boolean;
} {
  const day = date_bs === undefined ? bsDayOf(issued_at) : readBsText(date_bs ?? '');
  const isProvisional = day !== undefined && (calendar_provisional ?? bikramSambat().isProvisional(day.year));
  return { day, isProvisional };
}

type Translate = ReturnType<typeof useTranslate>;

/** What a row of the table is about: messages to an operator, a package, a top-up. */
function soldIn({ item, name, percent }: InvoiceRow, translate: Translate): string {
  const named = name && translate(`invoice.operator.${name}`, { _: name });
  const what = translate(`invoice.item.${item}`, { name: named });
  return percent === null
    ? what
    : translate('invoice.lineVat', { item: what, percent: digits(String(percent)) });
}

/**
 * The invoice, following the tax invoice of Nepal's VAT Rules 2053 (schedule 5): both parties with PAN and address, number,
 * day, payment method, items, taxable amount, VAT and total. `copy`: which copy of the original it is; 0 is the original.
 */
export function Paper({ invoice, copy }: { invoice: Invoice; copy: number }) {
  const translate = useTranslate();
  const { seller, buyer, issued_at: at, method, reference, month, due_on: due } = invoice;
  const paidBy = [method && translate(`payments.method.${method}`, { _: method }), reference]
    .filter(Boolean)
    .join(', ');
  const { day, isProvisional } = issuedOn(invoice);
  const { language } = usePreferences();
  return (
    <article
      className="crud-card invoice"
      aria-label={translate('invoice.title', { number: digits(invoiceNumber(invoice)) })}
    >
      <header>
        <div>
          <strong className="invoice-seller">{seller.name}</strong>
          {seller.address && <div>{seller.address}</div>}
          <div>{translate('invoice.pan', { pan: digits(seller.pan ?? '–') })}</div>
        </div>
        <h2>
          <span lang="ne">कर बीजक</span>
          <span lang="en">Tax Invoice</span>
          {copy > 0 && <strong>{translate('invoice.copy', { count: digits(String(copy)) })}</strong>}
        </h2>
      </header>
      <div className="invoice-facts">
        <section>
          <h3>{translate('invoice.buyer')}</h3>
          <strong>{buyer.name}</strong>
          {buyer.address && <div>{buyer.address}</div>}
          <div>{translate('invoice.pan', { pan: digits(buyer.pan ?? '–') })}</div>
        </section>
        <dl>
          <Fact label={translate('invoice.number')} value={digits(invoiceNumber(invoice))} />
          <Fact
            label={translate('invoice.dateBs')}
            value={day ? bsDay(day) : translate('invoice.noBsDate')}
          />
          <Fact label={translate('invoice.dateAd')} value={adDate(at)} />
          {month ? (
            <>
              <Fact label={translate('invoice.month')} value={bsMonth(month)} />
              <Fact label={translate('invoice.dueOn')} value={dateInBoth(due)} />
            </>
          ) : (
            <Fact label={translate('invoice.paidBy')} value={paidBy} />
          )}
        </dl>
      </div>
      {!day && <p className="invoice-note">{translate('invoice.noCalendar')}</p>}
      {day && isProvisional && (
        <p className="invoice-note">{translate('invoice.provisional', { year: digits(String(day.year)) })}</p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('invoice.serial')}</th>
            <th scope="col">{translate('invoice.particulars')}</th>
            <th scope="col" className="invoice-end">
              {translate('invoice.quantity')}
            </th>
            <th scope="col" className="invoice-end">
              {translate('invoice.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoiceRows(invoice).map((row, n) => (
            <tr key={JSON.stringify([row.item, row.name, row.percent])}>
              <td>{number(n + 1)}</td>
              <td>{soldIn(row, translate)}</td>
              <td className="invoice-end">{number(row.quantity)}</td>
              <td className="invoice-end">{money(row.taxable)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* Outside the table: in its footer, they would also be headers of the cells above. */}
      <div className="invoice-closing">
        <dl className="invoice-sums">
          <Fact label={translate('invoice.taxable')} value={rupees(invoice.taxable)} />
          {vatByPercent(invoice).map(({ percent, vat }) => (
            <Fact
              key={percent}
              label={translate('invoice.vat', { percent: digits(String(percent)) })}
              value={rupees(vat)}
            />
          ))}
          <Fact label={translate('invoice.total')} value={rupees(invoice.total)} />
        </dl>
        {Number.isSafeInteger(invoice.total) && (
          <div className="invoice-words">
            {linesInWords(invoice.total, language).map((line) => (
              <p key={line.language} lang={line.language}>
                {line.text}
              </p>
            ))}
          </div>
        )}
        <p className="invoice-signature">
          {translate('invoice.signature')}
          <small>{translate('invoice.forSeller', { name: seller.name })}</small>
        </p>
      </div>
    </article>
  );
}

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
