import { useTranslate } from 'ra-core';
import type { AnyMonthlyInvoice } from '#schema/monthlyInvoice.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { PaymentTabs } from '../../../crud/review/PaymentTabs.tsx';
import { columnsOf, monthOf } from './columns.tsx';

const entity = entityOf('admin/monthly-invoices');

const asInvoice = (record: Row) => record as unknown as AnyMonthlyInvoice;

/** The monthly invoices of all post-paid accounts, for the provider's staff. */
export function AnyMonthlyInvoiceList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entity}
      filters={['status', 'account', 'due_on']}
      tabs={<PaymentTabs />}
      columns={[
        {
          name: 'account_name',
          phone: 'title',
          render: (record) => (
            <AccountLink uuid={asInvoice(record).account} name={asInvoice(record).account_name} />
          ),
        },
        { name: 'month', render: monthOf },
        ...columnsOf(entity),
      ]}
      link={false}
      empty={{
        title: translate('monthlyInvoices.empty'),
        text: translate('monthlyInvoices.staffEmptyText'),
      }}
    />
  );
}
