import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const paymentReference = entityOf('wallet/topup-history');

export const topupResource: ResourceProps = {
  name: paymentReference.name,
  list: screen(() => import('./TopupList.tsx').then((m) => ({ default: m.TopupList }))),
  show: screen(() => import('./PaymentShow.tsx').then((m) => ({ default: m.PaymentShow }))),
};
