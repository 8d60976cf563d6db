import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const packageHistory = defineResource(entityOf('packages/history'), {
  list: screen(() => import('./PurchaseList.tsx').then((m) => ({ default: m.PurchaseList }))),
  show: screen(() => import('./PurchaseShow.tsx').then((m) => ({ default: m.PurchaseShow }))),
  edit: screen(() => import('../payments/PaymentEdit.tsx').then((m) => ({ default: m.PurchaseEdit }))),
});
