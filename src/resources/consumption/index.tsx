import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { consumption } from '#schema/wallet.ts';

export const consumptionResource: ResourceProps = {
  name: consumption.name,
  list: lazy(() => import('./ConsumptionList.tsx').then((m) => ({ default: m.ConsumptionList }))),
};
