import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';

export const blacklistNumber = defineEntity({
  name: 'settings/blacklist',
  path: '/v1/core/sms/blacklist-numbers/',
  aliases: ['/v1/sms/blacklist-numbers/'],
  read: ['black-list', 'get'],
  write: ['black-list', 'post'],
  title: 'phone',
  fields: {
    phone: field('phone', z.string().trim().min(1, 'Required').max(30), {
      write: 'create',
      sort: true,
      search: true,
      filter: 'equals',
    }),
    reason: field('text', z.string().trim().max(200).nullish(), { search: true }),
    source: choice(['manual', 'import', 'opt-out'], { write: 'never' }),
  },
});
