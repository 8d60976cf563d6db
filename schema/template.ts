import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { messageBody } from './messageBody.ts';
import { shownName } from './shownText.ts';

export const template = defineEntity({
  name: 'sms/templates',
  path: '/v1/sms/templates/',
  read: ['sms-template-list', 'get'],
  write: ['sms-template-list', 'post'],
  title: 'name',
  order: 'name',
  fields: {
    name: field('text', z.string(), { sort: true, search: true, input: shownName(80) }),
    body: field('longText', messageBody, { search: true }),
  },
});
export type Template = z.infer<typeof template.record>;
