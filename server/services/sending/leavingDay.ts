import { type RawBuilder, sql } from 'kysely';

/** SQL of the day on which a campaign accepted now is sent; a time in the past means now. */
export const leavingDay = (scheduledAt: string | null): RawBuilder<unknown> =>
  sql`nepal_day(greatest(now(), ${scheduledAt}::timestamptz))`;

/** SQL of the day that a campaign of the table `campaign` counts towards. */
export const campaignDay: RawBuilder<unknown> = sql`nepal_day(greatest(created_at, scheduled_at))`;

/** SQL of the same once it has another time: a draft without one stays on the day on which it was accepted. */
export const campaignDayAt = (scheduledAt: string | null): RawBuilder<unknown> => sql`
  (CASE WHEN status = 'draft' THEN nepal_day(greatest(created_at, ${scheduledAt}::timestamptz))
    ELSE ${leavingDay(scheduledAt)} END)`;
