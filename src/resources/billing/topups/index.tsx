import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const topup = defineResource(entityOf('wallet/topup-history'), {
  list: screen(() => import('./TopupList.tsx').then((m) => ({ default: m.TopupList }))),
  show: screen(() => import('./PaymentShow.tsx').then((m) => ({ default: m.PaymentShow }))),
  edit: screen(() => import('../payments/PaymentEdit.tsx').then((m) => ({ default: m.TopupEdit }))),
});
