import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const packagePurchase = entityOf('packages/history');

export const packageHistoryResource: ResourceProps = {
  name: packagePurchase.name,
  list: screen(() => import('./PurchaseList.tsx').then((m) => ({ default: m.PurchaseList }))),
};
