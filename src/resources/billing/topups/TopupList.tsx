import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { CancelPayment } from '../payments/CancelPayment.tsx';
import { InvoiceLink } from '../payments/InvoiceLink.tsx';
import { isPending, PaymentNews, PENDING_EVERY } from '../payments/PaymentNews.tsx';
import { PaymentStatus } from '../payments/PaymentStatus.tsx';

const paymentReference = entityOf('wallet/topup-history');

const asPayment = (record: Row) => record as unknown as PaymentReference;
const topups = { kind: 'topup' };

/** Top-ups, completed or pending. Refetches while one is pending. */
export function TopupList() {
  const translate = useTranslate();
  const request = canAccess('wallet/topup-history/create') && (
    <Button
      variant="contained"
      component={Link}
      to="/wallet/topup-history/create"
      startIcon={<AddRounded />}
      data-key="c"
    >
      {translate('topup.request')}
    </Button>
  );
  return (
    <EntityList
      entity={paymentReference}
      filter={topups}
      filters={['status', 'method', 'created_at']}
      tabs={
        <>
          <FamilyTabs root="wallet" label={translate('menu.wallet')} />
          <PaymentNews />
        </>
      }
      columns={[
        'created_at',
        {
          name: 'amount',
          phone: 'title',
          opens: true,
          render: (record) => <Amount payment={asPayment(record)} />,
        },
        {
          name: 'status',
          render: (record) => <PaymentStatus entity={paymentReference} payment={asPayment(record)} />,
        },
        'method',
        'reference',
        {
          name: 'invoice',
          render: (record) => <InvoiceLink payment={asPayment(record)} />,
        },
      ]}
      link={false}
      actions={request}
      create={false}
      rowActions={(record) => <CancelPayment payment={asPayment(record)} compact />}
      refetchEvery={(records) => (records.some(isPending) ? PENDING_EVERY : false)}
      exportPath={`${paymentReference.path}export/`}
      empty={{ title: translate('topup.empty'), text: translate('topup.emptyText'), action: request }}
    />
  );
}

/** The amount links to the payment's page. */
function Amount({ payment }: { payment: PaymentReference }) {
  return (
    <Link className="crud-number crud-title" to={`/wallet/topup-history/${payment.uuid}/show`}>
      {rupees(payment.amount)}
    </Link>
  );
}
