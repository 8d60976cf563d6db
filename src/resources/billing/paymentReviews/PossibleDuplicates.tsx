import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { PaymentReview, PossibleDuplicate } from '#schema/paymentReview.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { When } from '../../../crud/When.tsx';
import { paymentQueue } from './queue.ts';

const paymentReview = entityOf('admin/payment-references');

/** Other payments with the same number, which the same transfer may have paid. */
export function PossibleDuplicates({ payment: { duplicates } }: { payment: PaymentReview }) {
  const translate = useTranslate();
  if (!duplicates?.length) return null;
  const isUsed = duplicates.some(({ status }) => status === 'confirmed');
  return (
    <Alert severity={isUsed ? 'error' : 'warning'} variant="outlined">
      <AlertTitle>{translate(isUsed ? 'reviews.duplicateConfirmed' : 'reviews.duplicatePending')}</AlertTitle>
      <DuplicateList duplicates={duplicates} />
    </Alert>
  );
}

export function DuplicateList({
  duplicates = [],
}: {
  duplicates?: readonly PossibleDuplicate[] | undefined;
}) {
  const translate = useTranslate();
  const labels = useLabels(paymentReview);
  return (
    <ul className="review-duplicates">
      {duplicates.map(({ uuid, account_name: name, amount, status, created_at }) => {
        const text = translate('reviews.duplicate', { name, amount: money(amount) });
        return (
          <li key={uuid}>
            {uuid ? <Link to={paymentQueue.to(uuid)}>{text}</Link> : text} {labels.choice('status', status)},{' '}
            <When iso={created_at} />
          </li>
        );
      })}
    </ul>
  );
}
