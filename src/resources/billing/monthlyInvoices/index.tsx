import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const monthlyInvoice = defineResource(entityOf('wallet/invoices'), ['payments'], {
  list: () => import('./MonthlyInvoiceList.tsx').then((m) => m.MonthlyInvoiceList),
  // With a page, the list's columns may wait for room.
  show: () => import('../invoice/InvoicePage.tsx').then((m) => m.InvoicePage),
});

export const anyMonthlyInvoice = defineResource(entityOf('admin/monthly-invoices'), ['payments', 'reviews'], {
  list: () => import('./AnyMonthlyInvoiceList.tsx').then((m) => m.AnyMonthlyInvoiceList),
  show: () => import('../invoice/InvoicePage.tsx').then((m) => m.InvoicePage),
});
