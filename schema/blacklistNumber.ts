import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { BLACKLIST_REASON_MAX } from './sheets/limits.ts';
import { shownLine } from './shownText.ts';

/** A reason that somebody enters; those of a file are stored as they are. */
export const blacklistReason = shownLine(BLACKLIST_REASON_MAX).nullish();

/** How a number got onto the list: added by hand, on request of its owner, or imported. */
const blacklistSources = ['manual', 'import', 'opt-out'] as const;
/** Sources that a client may set; the default is `manual`. Only the server sets `import`. */
export const givenSources = ['manual', 'opt-out'] as const;

/**
 * A number that gets no messages from its account. `opt-out`: its owner asked for no more messages, by a reply
 * (schema/optOut.ts) or in another way that somebody recorded.
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
    reason: field('text', z.string().nullish(), { search: true, input: blacklistReason }),
    source: choice(blacklistSources, { write: 'create', input: z.enum(givenSources).optional() }),
  },
});
export type BlacklistNumber = z.infer<typeof blacklistNumber.record>;
