import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { messageBody } from './messageBody.ts';

export const template = defineEntity({
  name: 'sms/templates',
  path: '/v1/sms/templates/',
  read: ['sms-template-list', 'get'],
  write: ['sms-template-list', 'post'],
  title: 'name',
  order: 'name',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(80), { sort: true, search: true }),
    body: field('longText', messageBody, { search: true }),
  },
});
export type Template = z.infer<typeof template.record>;
