import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const productPricing = entityOf('admin/product-pricing');

export const productPricingResource: ResourceProps = {
  name: productPricing.name,
  list: screen(() => import('./PricingList.tsx').then((m) => ({ default: m.PricingList }))),
  create: screen(() => import('./PricingForms.tsx').then((m) => ({ default: m.PricingCreate }))),
  edit: screen(() => import('./PricingForms.tsx').then((m) => ({ default: m.PricingEdit }))),
};
