import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const consumption = entityOf('sms/consumption-history');

export const consumptionResource: ResourceProps = {
  name: consumption.name,
  list: screen(() => import('./ConsumptionList.tsx').then((m) => ({ default: m.ConsumptionList }))),
};
