import { type RawBuilder, sql } from 'kysely';

/** SQL of whether a user must set up a second factor first: the provider requires it of staff, and they have none. */
export const lacksSecondFactor = (
  role: RawBuilder<unknown>,
  user: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(${role} <> 'customer' AND (SELECT staff_two_factor FROM provider_setting) AND NOT EXISTS (
    SELECT FROM two_factor f WHERE f."user" = ${user} AND f.confirmed_at IS NOT NULL))`;
