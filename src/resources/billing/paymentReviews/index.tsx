import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const paymentReview = defineResource(entityOf('admin/payment-references'), ['reviews', 'payments'], {
  list: () => import('./PaymentReviewList.tsx').then((m) => m.PaymentReviewList),
  show: () => import('./PaymentReviewShow.tsx').then((m) => m.PaymentReviewShow),
  edit: () => import('./PaymentReviewEdit.tsx').then((m) => m.PaymentReviewEdit),
});
