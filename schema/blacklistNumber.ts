import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { BLACKLIST_REASON_MAX } from './sheets/limits.ts';

export const blacklistReason = z.string().trim().max(BLACKLIST_REASON_MAX).nullish();

/** Who put a number on the list: a person, a person for somebody who asked, a sheet. */
const blacklistSources = ['manual', 'import', 'opt-out'] as const;
/** Those that a person may give; without one it is `manual`. `import` is the server's own. */
export const givenSources = ['manual', 'opt-out'] as const;

/**
 * A number that gets no message of its account. `opt-out`: the number's owner asked for no more, by a reply
 * (schema/optOut.ts) or in a way that somebody recorded.
 */
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
    reason: field('text', blacklistReason, { search: true }),
    source: choice(blacklistSources, { write: 'create', input: z.enum(givenSources).optional() }),
  },
});
export type BlacklistNumber = z.infer<typeof blacklistNumber.record>;
