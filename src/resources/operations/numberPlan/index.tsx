import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const numberRange = entityOf('admin/number-plan');

export const numberPlanResource: ResourceProps = {
  name: numberRange.name,
  list: screen(() => import('./NumberPlanList.tsx').then((m) => ({ default: m.NumberPlanList }))),
  create: screen(() => import('./NumberPlanForms.tsx').then((m) => ({ default: m.NumberPlanCreate }))),
  edit: screen(() => import('./NumberPlanForms.tsx').then((m) => ({ default: m.NumberPlanEdit }))),
};
