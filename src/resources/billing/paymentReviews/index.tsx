import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const paymentReview = entityOf('admin/payment-references');

export const paymentReviewResource: ResourceProps = {
  name: paymentReview.name,
  list: screen(() => import('./PaymentReviewList.tsx').then((m) => ({ default: m.PaymentReviewList }))),
  show: screen(() => import('./PaymentReviewShow.tsx').then((m) => ({ default: m.PaymentReviewShow }))),
};
