import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { PaymentTabs } from '../../../crud/review/PaymentTabs.tsx';
import { columnsOf, monthOf } from './columns.tsx';

const entity = entityOf('admin/monthly-invoices');

/** The monthly invoices of all post-paid accounts, for the provider's staff. */
export function AnyMonthlyInvoiceList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entity}
      filters={['status', 'account', 'due_on']}
      tabs={<PaymentTabs />}
      columns={['account_name', { name: 'month', render: monthOf }, ...columnsOf(entity)]}
      link={offers('invoices') ? 'show' : false}
      empty={{
        title: translate('monthlyInvoices.empty'),
        text: translate('monthlyInvoices.staffEmptyText'),
      }}
    />
  );
}
