import { type RawBuilder, sql } from 'kysely';
import { allows, isStaff, type Pair } from '#schema/permissions.ts';
import { readPhone } from '#schema/phone.ts';
import { SEARCH_SHOWN, type SearchResults } from '#schema/search.ts';
import type { Db } from '../../db/database.ts';
import { accountsLike, anyOf } from '../people/accounts.ts';
import type { Caller } from '../platform/caller.ts';
import { containing, phoneStarts } from '../platform/likeness.ts';
import { ofCampaign } from '../platform/ofSameAccount.ts';
import { notApproved } from '../sending/approval.ts';

const owner = sql`(SELECT json_build_object('uuid', a.uuid, 'name', a.name) FROM account a WHERE a.uuid = t.account) AS account`;

/** A payment's bank number without spaces and hyphens; indexed this way (payment_reference_search). */
const plain = (reference: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(${reference}), '[^[:alnum:]]+', '', 'g')`;

/** For a word with more matches than this, any of them are returned: nobody reads on, and sorting all would be slow. */
const LOOKED_AT = 1000;

type Sections = Omit<SearchResults, 'phone'>;
type Section<K extends keyof Sections> = NonNullable<Sections[K]>;

async function section<K extends keyof Sections>(db: Db, query: RawBuilder<unknown>): Promise<Section<K>> {
  const { rows } = await sql<Section<K>['results'][0]>`${query} LIMIT ${SEARCH_SHOWN + 1}`.execute(db);
  return { results: rows.slice(0, SEARCH_SHOWN), more: rows.length > SEARCH_SHOWN } as Section<K>;
}

/**
 * Searches users, accounts, campaigns, payments and, for a mobile number, its messages; returns the newest of the rows
 * examined. Payment numbers need at least four characters. Sections without the caller's pair are null. Customers find only
 * their own account's records.
 */
export async function staffSearch(
  db: Db,
  { pairs, role, account }: Caller,
  text: string,
): Promise<SearchResults> {
  const held = (...pair: Pair) => allows(pairs, pair);
  const own = (column = sql`t.account`) => (isStaff(role) ? sql`true` : sql`${column} = ${account}`);
  const pattern = containing(text);
  const phone = readPhone(text).phone ?? null;
  const none = { results: [], more: false };

  // One query per index, as in accountsLike().
  const users = [
    sql`SELECT uuid FROM users WHERE name ILIKE ${pattern}`,
    sql`SELECT uuid FROM users WHERE email ILIKE ${pattern}`,
    ...phoneStarts(phone ?? text).map((start) => sql`SELECT uuid FROM users WHERE phone LIKE ${start}`),
  ];
  const reference = plain(sql`${text}::text`);

  const [foundUsers, accounts, campaigns, messages, payments] = await Promise.all([
    held('user-list', 'get')
      ? section<'users'>(
          db,
          sql`SELECT t.uuid, t.name, t.email, t.phone, t.role, t.is_active, ${owner} FROM users t
            WHERE ${own()} AND t.uuid IN (${anyOf(users, LOOKED_AT)}) ORDER BY t.uuid DESC`,
        )
      : null,
    held('account-list', 'get')
      ? section<'accounts'>(
          db,
          sql`SELECT t.uuid, t.name, t.pan, t.kyc_status, t.is_active FROM account t
            WHERE ${own(sql`t.uuid`)} AND t.uuid IN (${accountsLike(phone ?? text, held('user-list', 'get'), LOOKED_AT)}) ORDER BY t.uuid DESC`,
        )
      : null,
    held('campaign-list', 'get')
      ? section<'campaigns'>(
          db,
          // Materialized: otherwise it would scan from the newest campaigns until enough match.
          sql`WITH found AS MATERIALIZED (SELECT uuid FROM campaign t WHERE ${own()} AND name ILIKE ${pattern} LIMIT ${LOOKED_AT})
            SELECT t.uuid, t.name, t.status, ${notApproved('t')} AS not_approved, t.recipients, t.created_at, ${owner}
            FROM campaign t JOIN found USING (uuid) ORDER BY t.uuid DESC`,
        )
      : null,
    !held('sms-dispatch', 'get')
      ? null
      : phone
        ? section<'messages'>(
            db,
            sql`SELECT t.uuid, t.phone, t.status, t.created_at, ${owner},
                ${ofCampaign('t', 'name')} AS campaign
              FROM message t WHERE ${own()} AND t.phone = ${phone} ORDER BY t.uuid DESC`,
          )
        : none,
    held('payment-reference-list', 'get')
      ? section<'payments'>(
          db,
          sql`WITH found AS MATERIALIZED (
              SELECT uuid FROM payment_reference t
              WHERE ${own()} AND ${plain(sql`t.reference`)} LIKE '%' || ${reference} || '%' AND length(${reference}) > 3 LIMIT ${LOOKED_AT})
            SELECT t.uuid, t.reference, t.amount, t.method, t.status, t.created_at, ${owner}
            FROM payment_reference t JOIN found USING (uuid) ORDER BY t.uuid DESC`,
        )
      : null,
  ]);
  return { phone, users: foundUsers, accounts, campaigns, messages, payments };
}
