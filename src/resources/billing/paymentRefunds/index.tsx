import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const paymentRefund = entityOf('admin/payment-refunds');

export const paymentRefundResource: ResourceProps = {
  name: paymentRefund.name,
  list: screen(() => import('./RefundList.tsx').then((m) => ({ default: m.RefundList }))),
};
