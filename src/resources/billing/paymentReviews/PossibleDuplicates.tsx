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
export function PossibleDuplicates({ payment: { twins } }: { payment: PaymentReview }) {
  const translate = useTranslate();
  if (!twins?.length) return null;
  const isUsed = twins.some(({ status }) => status === 'confirmed');
  return (
    <Alert severity={isUsed ? 'error' : 'warning'} variant="outlined">
      <AlertTitle>{translate(isUsed ? 'reviews.twinConfirmed' : 'reviews.twinPending')}</AlertTitle>
      <DuplicateList twins={twins} />
    </Alert>
  );
}

export function DuplicateList({ twins = [] }: { twins?: readonly PossibleDuplicate[] | undefined }) {
  const translate = useTranslate();
  const labels = useLabels(paymentReview);
  return (
    <ul className="review-twins">
      {twins.map(({ uuid, account_name: name, amount, status, created_at }) => {
        const text = translate('reviews.twin', { name, amount: money(amount) });
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
