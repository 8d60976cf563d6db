import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { blacklistImport } from '#schema/blacklistImport.ts';

export const blacklistImportResource: ResourceProps = {
  name: blacklistImport.name,
  list: lazy(() => import('./ImportList.tsx').then((m) => ({ default: m.ImportList }))),
  show: lazy(() => import('./ImportShow.tsx').then((m) => ({ default: m.ImportShow }))),
  create: lazy(() => import('./ImportCreate.tsx').then((m) => ({ default: m.ImportCreate }))),
  recordRepresentation: blacklistImport.title,
};
