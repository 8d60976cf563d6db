import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { canBuyPackages } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { CancelPayment } from '../payments/CancelPayment.tsx';
import { InvoiceLink } from '../payments/InvoiceLink.tsx';
import { isPending, PaymentNews, PENDING_EVERY } from '../payments/PaymentNews.tsx';
import { PaymentStatus } from '../payments/PaymentStatus.tsx';

const packagePurchase = entityOf('packages/history');

const asPayment = (record: Row) => record as unknown as PaymentReference;

/** Purchased and requested packages. Refetches while one is pending. */
export function PurchaseList() {
  const translate = useTranslate();
  const buy = canBuyPackages() && (
    <Button variant="contained" component={Link} to="/packages/sms">
      {translate('packages.buyOne')}
    </Button>
  );
  return (
    <EntityList
      entity={packagePurchase}
      filters={['status', 'method', 'created_at']}
      tabs={<PaymentNews />}
      columns={[
        'created_at',
        'package_name',
        'amount',
        {
          name: 'status',
          render: (record) => <PaymentStatus entity={packagePurchase} payment={asPayment(record)} />,
        },
        'method',
        { name: 'reference', hidden: true },
        { name: 'invoice', render: (record) => <InvoiceLink payment={asPayment(record)} /> },
      ]}
      actions={buy}
      create={false}
      rowActions={(record) => <CancelPayment payment={asPayment(record)} compact />}
      refetchEvery={(records) => (records.some(isPending) ? PENDING_EVERY : false)}
      exportPath={`${packagePurchase.path}export/`}
      empty={{
        title: translate('packages.historyEmpty'),
        text: translate('packages.historyEmptyText'),
        action: buy,
      }}
    />
  );
}
