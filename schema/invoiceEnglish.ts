import { serviceNames } from './serviceNames.ts';

/**
 * The words of a tax invoice, shared by the console's page and the server's PDF. `%{name}` is a placeholder. Each language
 * has a file of its own, because the console loads only one.
 */
export const invoiceEnglish = {
  /** How it was paid. */
  method: {
    wallet: 'Wallet',
    bank: 'Bank transfer',
    cash: 'Cash',
    cheque: 'Cheque',
    ...serviceNames.en,
  },
  operator: {
    ntc: 'NTC',
    ncell: 'Ncell',
    smart: 'Smart Cell',
    hello: 'Hello Nepal',
    unknown: 'other numbers',
  },
  title: 'Tax invoice %{number}',
  pan: 'PAN: %{pan}',
  number: 'Invoice number',
  dateBs: 'Date (BS)',
  dateAd: 'Date (AD)',
  noBsDate: 'Not known',
  provisional:
    'The date (BS) and the fiscal year follow a provisional calendar: the calendar of %{year} was not published when this invoice was issued.',
  noCalendar:
    'The date (BS) is not known: the calendar of that year was not published when this invoice was issued. The date (AD) applies. The fiscal year is provisional: it is taken to begin on 17 July.',
  paidBy: 'Paid by',
  month: 'Month (BS)',
  dueOn: 'Pay by',
  buyer: 'Buyer',
  serial: 'S.N.',
  particulars: 'Particulars',
  quantity: 'Quantity',
  amount: 'Amount (Rs.)',
  item: {
    topup: 'Credit for bulk SMS',
    package: 'Bulk SMS package: %{name}',
    sms: 'SMS to %{name}, message parts',
    viber: 'Viber messages to %{name}',
    adjustment: 'Adjustment of the balance',
  },
  /** Of a month with several rates: the rate of a line. */
  lineVat: '%{item} (VAT %{percent}%)',
  taxable: 'Taxable amount',
  vat: 'VAT %{percent}%',
  total: 'Total',
  copy: 'Copy of original (%{count})',
  signature: 'Authorised signature',
  forSeller: 'For %{name}',
};
