import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const topup = defineResource(entityOf('wallet/topup-history'), ['payments'], {
  list: () => import('./TopupList.tsx').then((m) => m.TopupList),
  show: () => import('./PaymentShow.tsx').then((m) => m.PaymentShow),
  edit: () => import('../payments/PaymentEdit.tsx').then((m) => m.TopupEdit),
});
