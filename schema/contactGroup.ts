import { z } from 'zod';
import { defineEntity, field } from './entity.ts';

export const contactGroup = defineEntity({
  name: 'contact/groups',
  path: '/v1/contact/contact-group/',
  read: ['contact-list', 'get'],
  write: ['contact-list', 'post'],
  title: 'name',
  order: 'name',
  fields: {
    name: field('text', z.string().trim().min(1, 'Required').max(80), { sort: true, search: true }),
    count: field('integer', z.int(), { write: 'never' }),
  },
});
export type ContactGroup = z.infer<typeof contactGroup.record>;
