import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const paymentRefund = defineResource(entityOf('admin/payment-refunds'), {
  list: screen(() => import('./RefundList.tsx').then((m) => ({ default: m.RefundList }))),
});
