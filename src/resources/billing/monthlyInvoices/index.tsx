import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

/** The paper of an invoice, at all its addresses. */
export const paper = () => import('../invoice/InvoicePage.tsx').then((m) => m.InvoicePage);

export const monthlyInvoice = defineResource(entityOf('wallet/invoices'), ['payments'], {
  list: () => import('./MonthlyInvoiceList.tsx').then((m) => m.MonthlyInvoiceList),
  // With a page, the list's columns may wait for room.
  show: paper,
});

export const anyMonthlyInvoice = defineResource(entityOf('admin/monthly-invoices'), ['payments', 'reviews'], {
  list: () => import('./AnyMonthlyInvoiceList.tsx').then((m) => m.AnyMonthlyInvoiceList),
  show: paper,
});
