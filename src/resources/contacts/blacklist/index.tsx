import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const blacklistNumber = entityOf('settings/blacklist');

export const blacklistResource: ResourceProps = {
  name: blacklistNumber.name,
  list: screen(() => import('./BlacklistList.tsx').then((m) => ({ default: m.BlacklistList }))),
  create: screen(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistCreate }))),
  edit: screen(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistEdit }))),
  recordRepresentation: blacklistNumber.title,
};
