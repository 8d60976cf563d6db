import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { paymentReference } from '#schema/paymentReference.ts';

export const topupResource: ResourceProps = {
  name: paymentReference.name,
  list: lazy(() => import('./TopupList.tsx').then((m) => ({ default: m.TopupList }))),
  show: lazy(() => import('./PaymentShow.tsx').then((m) => ({ default: m.PaymentShow }))),
};
