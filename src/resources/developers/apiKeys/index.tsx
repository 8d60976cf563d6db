import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const apiKey = entityOf('settings/api-keys');

export const apiKeyResource: ResourceProps = {
  name: apiKey.name,
  list: screen(() => import('./ApiKeyList.tsx').then((m) => ({ default: m.ApiKeyList }))),
  show: screen(() => import('./ApiKeyShow.tsx').then((m) => ({ default: m.ApiKeyShow }))),
  create: screen(() => import('./ApiKeyCreate.tsx').then((m) => ({ default: m.ApiKeyCreate }))),
  edit: screen(() => import('./ApiKeyEdit.tsx').then((m) => ({ default: m.ApiKeyEdit }))),
  recordRepresentation: apiKey.title,
};
