import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { packagePurchase } from '#schema/paymentReference.ts';

export const packageHistoryResource: ResourceProps = {
  name: packagePurchase.name,
  list: lazy(() => import('./PurchaseList.tsx').then((m) => ({ default: m.PurchaseList }))),
};
