import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { useUser } from '../../../layout/useUser.ts';

/** Says that one person has confirmed a payment above the limit, and who may confirm it now. */
export function SecondPerson({ payment }: { payment: PaymentReview }) {
  const translate = useTranslate();
  const user = useUser();
  if (!payment.awaits_second) return null;
  const { first_by: first, first_by_name: name } = payment;
  return (
    <Alert severity="info" variant="outlined">
      {translate(first === user?.uuid ? 'reviews.youFirst' : 'reviews.youSecond', { name })}
    </Alert>
  );
}
