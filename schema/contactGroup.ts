import { z } from 'zod';
import { defineEntity, field } from './entity.ts';
import { shownName } from './shownText.ts';

export const contactGroup = defineEntity({
  name: 'contact/groups',
  path: '/v1/contact/contact-group/',
  read: ['contact-list', 'get'],
  write: ['contact-list', 'post'],
  title: 'name',
  order: 'name',
  fields: {
    name: field('text', z.string(), { sort: true, search: true, input: shownName(80) }),
    count: field('integer', z.int(), { write: 'never' }),
  },
});
export type ContactGroup = z.infer<typeof contactGroup.record>;
