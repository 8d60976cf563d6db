import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const paymentRefund = defineResource(entityOf('admin/payment-refunds'), ['reviews'], {
  list: () => import('./RefundList.tsx').then((m) => m.RefundList),
});
