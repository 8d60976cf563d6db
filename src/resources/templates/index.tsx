import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { template } from '#schema/template.ts';

export const templateResource: ResourceProps = {
  name: template.name,
  list: lazy(() => import('./TemplateList.tsx').then((m) => ({ default: m.TemplateList }))),
  show: lazy(() => import('./TemplateShow.tsx').then((m) => ({ default: m.TemplateShow }))),
  create: lazy(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateCreate }))),
  edit: lazy(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateEdit }))),
  recordRepresentation: template.title,
};
