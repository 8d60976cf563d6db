import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { readPhone } from './phone.ts';
import { shownName } from './shownText.ts';

/** `waiting`: all is erased but messages whose result is not known yet. */
const erasureStatuses = ['queued', 'running', 'waiting', 'completed', 'failed'] as const;

const count = () => field('integer', z.int(), { write: 'never', list: false });

/**
 * Erasing a phone number from everything that the caller's account has; by staff, that every account has. `phone` is kept
 * until it is done and never told. Asking again for a number that is being erased answers the same record.
 */
export const erasure = defineEntity({
  name: 'settings/erasures',
  path: '/v1/autho/erasures/',
  read: ['erasure', 'get'],
  write: ['erasure', 'post'],
  writes: ['create'],
  title: 'reference',
  fields: {
    phone: field('phone', z.string().trim().min(1, 'Required').max(30), { write: 'secret' }),
    /** Why, such as the number of the request. The number itself must not be in it. */
    reference: field('text', z.string(), {
      write: 'create',
      input: shownName(100).refine(
        (text) => readPhone(text).phone === undefined,
        'Do not write the number here: this text is kept.',
      ),
    }),
    status: choice(erasureStatuses, { write: 'never' }),
    everywhere: field('boolean', z.boolean(), { write: 'never', list: false }),
    /** How many of ERASURE_STEPS are done. */
    steps: count(),
    contacts: { ...count(), list: true },
    messages: { ...count(), list: true },
    blacklisted: count(),
    files: count(),
    exports: count(),
    /** Other records: campaigns' lists, webhook requests, entries of the audit log. */
    records: count(),
    waiting: count(),
    error: field('text', z.string().nullable(), { write: 'never', list: false }),
    finished_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
  },
});
export type Erasure = z.infer<typeof erasure.record>;
