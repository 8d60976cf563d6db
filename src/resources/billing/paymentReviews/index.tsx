import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const paymentReview = defineResource(entityOf('admin/payment-references'), {
  list: () => import('./PaymentReviewList.tsx').then((m) => m.PaymentReviewList),
  show: () => import('./PaymentReviewShow.tsx').then((m) => m.PaymentReviewShow),
  edit: () => import('../payments/PaymentEdit.tsx').then((m) => m.PaymentReviewEdit),
});
