import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { blacklistNumber } from '#schema/blacklistNumber.ts';

export const blacklistResource: ResourceProps = {
  name: blacklistNumber.name,
  list: lazy(() => import('./BlacklistList.tsx').then((m) => ({ default: m.BlacklistList }))),
  create: lazy(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistCreate }))),
  edit: lazy(() => import('./BlacklistForms.tsx').then((m) => ({ default: m.BlacklistEdit }))),
  recordRepresentation: blacklistNumber.title,
};
