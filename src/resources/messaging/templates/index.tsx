import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const template = defineResource(entityOf('sms/templates'), {
  list: screen(() => import('./TemplateList.tsx').then((m) => ({ default: m.TemplateList }))),
  show: screen(() => import('./TemplateShow.tsx').then((m) => ({ default: m.TemplateShow }))),
  create: screen(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateCreate }))),
  edit: screen(() => import('./TemplateForms.tsx').then((m) => ({ default: m.TemplateEdit }))),
});
