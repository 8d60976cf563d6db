import { type RawBuilder, sql } from 'kysely';
import { type Onboarding, REVIEWS_MIN } from '#schema/dashboard.ts';
import type { Db } from '../../db/database.ts';

/** Reviews of this many days count, and of those the newest LATEST of each kind. */
const DAYS = 90;
const LATEST = 200;

/** The median of `seconds` over the newest reviews, in whole seconds; null if there are fewer than REVIEWS_MIN. */
const median = (reviews: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT CASE WHEN count(*) >= ${REVIEWS_MIN}
    THEN round(percentile_cont(0.5) WITHIN GROUP (ORDER BY greatest(0, seconds)))::int END
  FROM (${reviews} ORDER BY uuid DESC LIMIT ${LATEST}) r)`;

const isRecent = sql`decided_at > now() - make_interval(days => ${DAYS})`;

/** How long staff took, over all accounts. Online payments are confirmed by no one, and a suspension is no review. */
const reviews = {
  kyc: sql`SELECT uuid, extract(epoch FROM decided_at - submitted_at) AS seconds FROM kyc_decision WHERE ${isRecent}`,
  sender: sql`
    SELECT uuid, extract(epoch FROM decided_at - created_at) AS seconds FROM sender_identity
    WHERE ${isRecent} AND suspended_at IS NULL AND status IN ('approved', 'rejected')`,
  topup: sql`
    SELECT uuid, extract(epoch FROM decided_at - created_at) AS seconds FROM payment_reference
    WHERE ${isRecent} AND decided_by IS NOT NULL AND status IN ('confirmed', 'rejected')
      AND method IN ('bank', 'cash', 'cheque')`,
};

/**
 * What a new account's first steps wait for, and how long each usually takes. The samples of a trial are no contacts of its
 * own. Medians are over all accounts and of several reviews, so they tell nothing of another customer.
 */
export async function onboardingOf(db: Db, account: string): Promise<Onboarding> {
  const { rows } = await sql<Onboarding>`
    SELECT json_build_object(
        'kyc', (SELECT submitted_at FROM kyc WHERE account = a.uuid AND status = 'pending'),
        'sender', (SELECT min(created_at) FROM sender_identity WHERE account = a.uuid AND status = 'pending'),
        'topup', (SELECT min(created_at) FROM payment_reference WHERE account = a.uuid AND status = 'pending')
      ) AS since,
      json_build_object('kyc', ${median(reviews.kyc)}, 'sender', ${median(reviews.sender)},
        'topup', ${median(reviews.topup)}) AS usual,
      EXISTS (SELECT FROM contact c WHERE c.account = a.uuid AND c.uuid <> ALL(coalesce(
        (SELECT t.contacts FROM trial t WHERE t.account = a.uuid), '{}'))) AS contacts
    FROM account a WHERE a.uuid = ${account}`.execute(db);
  const { since, ...rest } = rows[0] as Onboarding;
  const utc = (moment: string | null) => moment && new Date(moment).toISOString();
  return { ...rest, since: { kyc: utc(since.kyc), sender: utc(since.sender), topup: utc(since.topup) } };
}
