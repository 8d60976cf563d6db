import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';

/** The sender names of the caller's own account; who may send may choose among them. */
export const senderIdentity = defineEntity({
  name: 'sms/identities',
  path: '/v1/sms/identities/',
  read: ['bulk-sms', 'post'],
  title: 'name',
  order: 'name',
  fields: {
    name: field('text', z.string().regex(/^[A-Za-z0-9]{3,11}$/), {
      sort: true,
      search: true,
      write: 'never',
    }),
    purpose: field('text', z.string().nullable(), { write: 'never' }),
    status: choice(['pending', 'approved', 'rejected'], { write: 'never' }),
    reason: field('text', z.string().nullable(), { write: 'never' }),
  },
});
export type SenderIdentity = z.infer<typeof senderIdentity.record>;
