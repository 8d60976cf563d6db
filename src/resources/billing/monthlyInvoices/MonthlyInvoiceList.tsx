import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { MonthlyInvoice } from '#schema/monthlyInvoice.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { digits, money } from '../../../core/format.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { asInvoice, columnsOf, monthOf } from './columns.tsx';

const entity = entityOf('wallet/invoices');

/** The invoices of a post-paid account's months, with what is left to pay. */
export function MonthlyInvoiceList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entity}
      filters={['status', 'due_on']}
      tabs={<FamilyTabs root="wallet" label={translate('menu.wallet')} />}
      columns={[
        {
          name: 'month',
          phone: 'title',
          render: (record) => (
            <Link className="crud-title" to={`/wallet/invoices/${asInvoice(record).uuid}`}>
              {monthOf(record)}
            </Link>
          ),
        },
        ...columnsOf(entity),
      ]}
      link={false}
      rowActions={(record) => <Pay invoice={asInvoice(record)} />}
      empty={{
        title: translate('monthlyInvoices.empty'),
        text: translate('monthlyInvoices.emptyText'),
      }}
    />
  );
}

/** Leads to a top-up of what is left to pay: it settles the invoice. */
function Pay({ invoice: { total, paid, month } }: { invoice: MonthlyInvoice }) {
  const translate = useTranslate();
  const owed = total - paid;
  if (!(owed > 0) || !canAccess('wallet/topup-history/create')) return null;
  return (
    <Button
      size="small"
      component={Link}
      to={`/wallet/topup-history/create?amount=${owed}`}
      aria-label={translate('monthlyInvoices.payNamed', { amount: money(owed), month: digits(month) })}
    >
      {translate('monthlyInvoices.pay')}
    </Button>
  );
}
