import { sql } from 'kysely';
import type { ListFlag } from '#schema/oversight.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import type { Quote } from '../money/pricing.ts';
import { countCampaign } from './campaignDays.ts';
import type { Destination } from './destination.ts';
import type { Summary } from './planSummary.ts';

/** The totals of a plan's recipients, and what is suspicious about them; older plans have no flag. */
export type PlanSummary = Summary & { flag?: ListFlag | null };

/** A campaign's cost and destination. */
export type Offer = Quote & { destination: Destination };

/** An accepted campaign, before it is written. */
interface NewCampaign {
  plan: string;
  name: string;
  /** The sender's name. */
  sender: string;
  body: string;
  urgent?: boolean | undefined;
  scheduledAt: string | null;
  retryOf?: string | undefined;
  /** Over Viber: the identity's name, and the minutes until an SMS is sent (null: none). */
  over?: { viber: string; fallback: number | null } | undefined;
  /** A message of a trial (trial.ts): it neither waits for approval nor counts towards it. */
  trial?: boolean;
}

/**
 * Writes a campaign of a plan in the accepting transaction, to be expanded by the workers, or as a draft if it needs
 * approval; returns its uuid, and whether it waits for a colleague. Holding its money is up to the caller.
 */
export async function insertCampaign(
  trx: Db,
  { account, user }: { account: string; user: string },
  { plan, name, sender, body, urgent = false, scheduledAt, retryOf, over, trial = false }: NewCampaign,
  { recipients, parts, encodings, flag }: PlanSummary,
  { operators, package_parts, cost, cost_exact, destination: { kind, isFree } }: Offer,
): Promise<{ uuid: string; asksColleague: boolean }> {
  const prices = Object.fromEntries(
    operators.map(({ operator, price, package_parts: covered, release_undelivered, sms_price }) => [
      operator,
      {
        ...{ price: isFree ? 0 : price, package_parts: covered, release_undelivered },
        ...(sms_price !== undefined && { sms_price: isFree ? 0 : sms_price }),
      },
    ]),
  );
  // After the account's lock, which the quote took: the same order as when a campaign ends.
  const needs = trial
    ? { colleague: null, staff: false }
    : await countCampaign(trx, { account, user, recipients, scheduledAt });
  const { rows } = await sql<{ uuid: string }>`${prepared}
    INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, parts,
      package_parts, cost, cost_exact, prices, plan, urgent, test, trial, scheduled_at, retry_of, needs_colleague,
      needs_staff, flag, channel, viber, fallback_minutes)
    VALUES (${account}, ${user}, ${name}, ${needs.colleague || needs.staff ? 'draft' : 'preparing'}, ${sender}, ${body},
      ${encodings['UCS-2'] > 0 ? 'UCS-2' : 'GSM-7'}, ${recipients}, ${recipients}, ${parts},
      ${package_parts}, ${cost}, ${cost_exact}, ${JSON.stringify(prices)}, ${plan}, ${urgent},
      ${kind === 'simulator'}, ${trial}, ${scheduledAt}, ${retryOf ?? null}, ${needs.colleague},
      ${needs.staff}, ${flag ? JSON.stringify(flag) : null}::jsonb, ${over ? 'viber' : 'sms'}, ${over?.viber ?? null},
      ${over?.fallback ?? null})
    RETURNING uuid`.execute(trx);
  return { uuid: rows[0]?.uuid as string, asksColleague: needs.colleague === true };
}
