import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';
import { PaymentTabs } from '../../../crud/review/PaymentTabs.tsx';
import { QueueNote } from '../../../crud/review/QueueNote.tsx';
import { waitsColumn } from '../../../crud/review/waitsColumn.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { asPayment, paymentQueue } from './queue.ts';

const paymentReview = entityOf('admin/payment-references');

/** All accounts' payments: waiting ones first, oldest first. */
export function PaymentReviewList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={paymentReview}
      defaultFilter={{ status: 'pending' }}
      nothingWaits={nothingWaits}
      sort={{ field: 'created_at', order: 'ASC' }}
      filters={['status', 'awaits_second', 'kind', 'method', 'account', 'created_at']}
      tabs={<PaymentTabs />}
      above={<QueueNote queue={paymentQueue} />}
      columns={[
        'created_at',
        { name: 'account_name', phone: 'title' },
        { name: 'amount', opens: true, render: (record) => <Amount payment={asPayment(record)} /> },
        'kind',
        'method',
        { name: 'reference', render: (record) => <Reference payment={asPayment(record)} /> },
        { name: 'status', render: (record) => <Status payment={asPayment(record)} /> },
        waitsColumn(translate('reviews.waits')),
      ]}
      link={false}
      refetchEvery={() => 15_000}
      exportPath={`${paymentReview.path}export/`}
      empty={{ title: translate('reviews.noPayments'), text: translate('reviews.noPaymentsText') }}
    />
  );
}

function Amount({ payment: { uuid, amount } }: { payment: PaymentReview }) {
  return (
    <Link className="crud-number crud-title" to={paymentQueue.to(uuid)}>
      {rupees(amount)}
    </Link>
  );
}

/** The status, and whether a second person must confirm. */
function Status({ payment: { status, awaits_second } }: { payment: PaymentReview }) {
  const translate = useTranslate();
  const labels = useLabels(paymentReview);
  return (
    <>
      <StatusChip status={status} label={labels.choice('status', status)} />
      {awaits_second && <span className="review-flag">{translate('reviews.secondPerson')}</span>}
    </>
  );
}

/** The number, and whether another payment with it was confirmed. */
function Reference({ payment: { reference, duplicates, status } }: { payment: PaymentReview }) {
  const translate = useTranslate();
  if (!reference) return <EmptyValue />;
  const isUsed = status === 'pending' && duplicates.some((duplicate) => duplicate.status === 'confirmed');
  return (
    <>
      {reference}
      {isUsed && (
        <span className="review-flag">
          <WarningAmberRounded aria-hidden="true" style={{ fontSize: 16 }} />
          {translate('reviews.usedBefore')}
        </span>
      )}
    </>
  );
}
