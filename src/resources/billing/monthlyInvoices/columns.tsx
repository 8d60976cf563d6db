import { invoiceNumber } from '#schema/invoice.ts';
import type { MonthlyInvoice } from '#schema/monthlyInvoice.ts';
import type { Outline } from '#schema/outline.ts';
import { bsMonth } from '../../../core/bsMonth.ts';
import { digits, rupees } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Column } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';

export const asInvoice = (record: Row) => record as unknown as MonthlyInvoice;

/** What both lists of monthly invoices show after the first column. */
export function columnsOf(entity: Outline): (string | Column)[] {
  return [
    { name: 'number', end: false, render: (record) => <InvoiceNumber invoice={asInvoice(record)} /> },
    { name: 'created_at', phone: false },
    { name: 'due_on', phone: 'date' },
    { name: 'total', render: (record) => rupees(asInvoice(record).total) },
    { name: 'paid', render: (record) => rupees(asInvoice(record).paid) },
    { name: 'status', render: (record) => <Status entity={entity} invoice={asInvoice(record)} /> },
  ];
}

function InvoiceNumber({ invoice }: { invoice: MonthlyInvoice }) {
  const isWhole = typeof invoice.fiscal_year === 'string' && typeof invoice.number === 'number';
  return isWhole ? digits(invoiceNumber(invoice)) : <EmptyValue />;
}

function Status({ entity, invoice: { status } }: { entity: Outline; invoice: MonthlyInvoice }) {
  return <StatusChip status={status} label={useLabels(entity).choice('status', status)} />;
}

export const monthOf = (record: Row): string => bsMonth(asInvoice(record).month);
