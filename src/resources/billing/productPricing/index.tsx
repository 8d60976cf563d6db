import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const productPricing = defineResource(entityOf('admin/product-pricing'), {
  list: screen(() => import('./PricingList.tsx').then((m) => ({ default: m.PricingList }))),
  show: screen(() => import('./PricingShow.tsx').then((m) => ({ default: m.PricingShow }))),
  create: screen(() => import('./PricingForms.tsx').then((m) => ({ default: m.PricingCreate }))),
  edit: screen(() => import('./PricingForms.tsx').then((m) => ({ default: m.PricingEdit }))),
});
