import { z } from 'zod';
import { account } from './account.ts';
import { campaign } from './campaign.ts';
import { message } from './message.ts';
import { paymentReference } from './paymentReference.ts';
import type { Pair } from './permissions.ts';
import { user } from './users.ts';

/** GET, for staff (ours): `?q=` looks in everything that the caller's pairs let them read. */
export const SEARCH = '/v1/admin/search/';

/** Any of these opens the search; each section needs its own pair beside. */
export const searchPairs: readonly Pair[] = [
  ['user-list', 'get'],
  ['account-list', 'get'],
];

/** Most records of a section; there is a list for the rest. */
export const SEARCH_SHOWN = 6;

export const searchQuery = z.strictObject({
  q: z.string().trim().min(2, 'Write at least two characters.').max(100),
});

const owner = z.object({ uuid: z.uuid(), name: z.string() });
const section = <S extends z.ZodType>(record: S) =>
  z.object({ results: z.array(record), more: z.boolean() }).nullable();

/**
 * What is found, newest first; null is a section that the caller may not read. `phone` is what the text says
 * as a mobile number, in E.164; messages are looked for by it alone.
 */
export const searchResults = z.object({
  phone: z.string().nullable(),
  users: section(
    user.record
      .pick({ uuid: true, name: true, email: true, phone: true, role: true, is_active: true })
      .extend({
        account: owner,
      }),
  ),
  accounts: section(
    account.record.pick({ uuid: true, name: true, pan: true, kyc_status: true, is_active: true }),
  ),
  campaigns: section(
    campaign.record
      .pick({ uuid: true, name: true, status: true, recipients: true, created_at: true })
      .extend({ account: owner }),
  ),
  messages: section(
    message.record
      .pick({ uuid: true, phone: true, status: true, created_at: true })
      .extend({ account: owner, campaign: z.string() }),
  ),
  payments: section(
    paymentReference.record
      .pick({ uuid: true, reference: true, amount: true, method: true, status: true, created_at: true })
      .extend({ account: owner }),
  ),
});
export type SearchResults = z.infer<typeof searchResults>;
