import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const oversight = entityOf('admin/campaigns');

export const oversightResource: ResourceProps = {
  name: oversight.name,
  list: screen(() => import('./OversightList.tsx').then((m) => ({ default: m.OversightList }))),
  show: screen(() => import('./OversightShow.tsx').then((m) => ({ default: m.OversightShow }))),
  recordRepresentation: oversight.title,
};
