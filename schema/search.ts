import { z } from 'zod';
import { account } from './account.ts';
import { campaign } from './campaign.ts';
import { message } from './message.ts';
import { paymentReference } from './paymentReference.ts';
import type { Pair } from './permissions.ts';
import { user } from './users.ts';

/** GET, for staff (ours): `?q=` searches everything that the caller's pairs allow. */
export const SEARCH = '/v1/admin/search/';

/** Any of these allows the search; each section also needs its own pair. */
export const searchPairs: readonly Pair[] = [
  ['user-list', 'get'],
  ['account-list', 'get'],
];

/** Maximum number of records per section; the lists have the rest. */
export const SEARCH_SHOWN = 6;

export const searchQuery = z.strictObject({
  q: z.string().trim().min(2, 'Write at least two characters.').max(100),
});

const owner = z.object({ uuid: z.uuid(), name: z.string() });
const section = <S extends z.ZodType>(record: S) =>
  z.object({ results: z.array(record), more: z.boolean() }).nullable();

/**
 * The results, newest first; null: the caller may not read that section. `phone` is the query as a mobile number in E.164;
 * messages are searched only by it.
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
      .pick({ uuid: true, name: true, status: true, not_approved: true, recipients: true, created_at: true })
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
