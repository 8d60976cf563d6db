import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { dailyConsumption } from '#schema/dailyConsumption.ts';

export const dailyConsumptionResource: ResourceProps = {
  name: dailyConsumption.name,
  list: lazy(() => import('./DailyConsumptionPage.tsx').then((m) => ({ default: m.DailyConsumptionPage }))),
};
