import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { contactImport } from '#schema/contactImport.ts';

export const contactImportResource: ResourceProps = {
  name: contactImport.name,
  list: lazy(() => import('./ImportList.tsx').then((m) => ({ default: m.ImportList }))),
  show: lazy(() => import('./ImportShow.tsx').then((m) => ({ default: m.ImportShow }))),
  create: lazy(() => import('./ImportCreate.tsx').then((m) => ({ default: m.ImportCreate }))),
  recordRepresentation: contactImport.title,
};
