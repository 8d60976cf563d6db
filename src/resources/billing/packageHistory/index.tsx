import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const packageHistory = defineResource(entityOf('packages/history'), ['payments'], {
  list: () => import('./PurchaseList.tsx').then((m) => m.PurchaseList),
  show: () => import('./PurchaseShow.tsx').then((m) => m.PurchaseShow),
  edit: () => import('../payments/PaymentEdit.tsx').then((m) => m.PurchaseEdit),
});
