import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const productPricing = defineResource(entityOf('admin/product-pricing'), ['catalogue', 'payments'], {
  list: () => import('./PricingList.tsx').then((m) => m.PricingList),
  show: () => import('./PricingShow.tsx').then((m) => m.PricingShow),
  create: () => import('./PricingForms.tsx').then((m) => m.PricingCreate),
  edit: () => import('./PricingForms.tsx').then((m) => m.PricingEdit),
});
