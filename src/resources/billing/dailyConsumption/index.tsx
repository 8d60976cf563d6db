import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const dailyConsumption = entityOf('wallet/daily-consumption');

export const dailyConsumptionResource: ResourceProps = {
  name: dailyConsumption.name,
  list: screen(() => import('./DailyConsumptionPage.tsx').then((m) => ({ default: m.DailyConsumptionPage }))),
};
