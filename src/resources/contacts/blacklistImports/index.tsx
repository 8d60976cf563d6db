import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const blacklistImport = entityOf('settings/blacklist/imports');

export const blacklistImportResource: ResourceProps = {
  name: blacklistImport.name,
  list: screen(() => import('./ImportList.tsx').then((m) => ({ default: m.ImportList }))),
  show: screen(() => import('./ImportShow.tsx').then((m) => ({ default: m.ImportShow }))),
  create: screen(() => import('./ImportCreate.tsx').then((m) => ({ default: m.ImportCreate }))),
  recordRepresentation: blacklistImport.title,
};
