import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const paymentReview = defineResource(entityOf('admin/payment-references'), {
  list: screen(() => import('./PaymentReviewList.tsx').then((m) => ({ default: m.PaymentReviewList }))),
  show: screen(() => import('./PaymentReviewShow.tsx').then((m) => ({ default: m.PaymentReviewShow }))),
  edit: screen(() => import('../payments/PaymentEdit.tsx').then((m) => ({ default: m.PaymentReviewEdit }))),
});
