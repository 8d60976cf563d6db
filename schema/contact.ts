import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { operators } from './phone.ts';

/** Additional columns of an imported file: header -> cell. */
const attributes = z.record(z.string().min(1).max(60), z.string().max(500));

export const contact = defineEntity({
  name: 'contact',
  path: '/v1/core/contacts/',
  read: ['contact-list', 'get'],
  write: ['contact-list', 'post'],
  title: 'name',
  titleWithout: 'phone',
  fields: {
    name: field('text', z.string().trim().max(120).nullish(), { sort: true, search: true }),
    phone: field('phone', z.string().trim().min(1, 'Required').max(30), {
      sort: true,
      search: true,
      filter: 'equals',
    }),
    operator: choice(operators, { write: 'never' }),
    groups: field('references', z.array(z.uuid()).max(50), { of: 'contact/groups', filter: 'equals' }),
    attributes: field('attributes', attributes, { list: false }),
    is_active: field('boolean', z.boolean(), { filter: 'equals' }),
  },
});
export type Contact = z.infer<typeof contact.record>;
