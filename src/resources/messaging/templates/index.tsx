import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const template = entityOf('sms/templates');

export const templateResource: ResourceProps = {
  name: template.name,
  list: screen(() => import('./TemplateList.tsx').then((m) => ({ default: m.TemplateList }))),
  show: screen(() => import('./TemplateShow.tsx').then((m) => ({ default: m.TemplateShow }))),
  create: screen(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateCreate }))),
  edit: screen(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateEdit }))),
  recordRepresentation: template.title,
};
