import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const template = defineResource(entityOf('sms/templates'), ['messaging', 'compose'], {
  list: () => import('./TemplateList.tsx').then((m) => m.TemplateList),
  show: () => import('./TemplateShow.tsx').then((m) => m.TemplateShow),
  create: () => import('./TemplateForms.tsx').then((m) => m.TemplateCreate),
  edit: () => import('./TemplateForms.tsx').then((m) => m.TemplateEdit),
});
