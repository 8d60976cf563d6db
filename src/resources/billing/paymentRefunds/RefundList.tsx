import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentRefund } from '#schema/paymentRefund.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';
import { PaymentTabs } from '../../../crud/review/PaymentTabs.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import '../../../crud/review/reviews.css';
import { HandleRefund } from './HandleRefund.tsx';

const paymentRefund = entityOf('admin/payment-refunds');
const paymentReview = entityOf('admin/payment-references');

const asRefund = (record: Row) => record as unknown as PaymentRefund;

/** Refunds reported by online services: unhandled ones first, oldest first. */
export function RefundList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={paymentRefund}
      defaultFilter={{ status: 'open' }}
      nothingWaits={nothingWaits}
      sort={{ field: 'created_at', order: 'ASC' }}
      filters={['status', 'kind', 'account', 'created_at']}
      tabs={<PaymentTabs />}
      columns={[
        'created_at',
        'account_name',
        { name: 'amount', opens: true, render: (record) => <Amount refund={asRefund(record)} /> },
        'kind',
        { name: 'status', render: (record) => <Status refund={asRefund(record)} /> },
      ]}
      link={false}
      rowActions={(record) => <HandleRefund refund={asRefund(record)} />}
      empty={{ title: translate('reviews.noRefunds'), text: translate('reviews.noRefundsText') }}
    />
  );
}

/** The payment (as a link), its service and its status in one column, so that all columns fit. */
function Amount({ refund: { payment, amount, method, payment_status } }: { refund: PaymentRefund }) {
  const labels = useLabels(paymentRefund);
  const facts = [labels.choice('method', method), labels.choice('payment_status', payment_status)];
  return (
    <div>
      {payment ? (
        <Link className="crud-number crud-title" to={`/${paymentReview.name}/${payment}/show`}>
          {rupees(amount)}
        </Link>
      ) : (
        rupees(amount)
      )}
      <div className="review-handled">{facts.join(', ')}</div>
    </div>
  );
}

/** The status, and for a handled one who did what. */
function Status({ refund: { status, handled_by_name: name, note } }: { refund: PaymentRefund }) {
  const translate = useTranslate();
  const labels = useLabels(paymentRefund);
  return (
    <>
      <StatusChip status={status} label={labels.choice('status', status)} />
      {name && (
        <div className="review-handled">
          {translate('reviews.by', { name })}: {note}
        </div>
      )}
    </>
  );
}
