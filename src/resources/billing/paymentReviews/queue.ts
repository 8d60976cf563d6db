import { onlineMethods } from '#schema/paymentReference.ts';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import type { Queue } from '../../../crud/review/useQueue.ts';

const paymentReview = entityOf('admin/payment-references');

export const paymentQueue: Queue = {
  entity: paymentReview,
  since: 'created_at',
  to: (uuid) => `/${paymentReview.name}/${uuid}/show`,
  decide: ['payment-reference-list', 'post'],
};

export const asPayment = (record: Row) => record as unknown as PaymentReview;

export const isOnline = (method: string): boolean => onlineMethods.some((online) => online === method);
