import { type RawBuilder, sql } from 'kysely';
import { managesTeam } from './teamManagers.ts';

/**
 * SQL of whether the provider requires two-factor sign-in of a user: of staff by their role, of customers by whether they
 * manage their account's team. `role` is the user's, or that of the member of staff who is signed in as the user.
 */
export const requiresSecondFactor = (user: string, role: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(SELECT ${role} = ANY(two_factor_roles)
    OR ('owner' = ANY(two_factor_roles) AND ${role} = 'customer' AND ${managesTeam(user)}) FROM provider_setting)`;

/** SQL of whether a user must set up a second factor first: it is required, and `person` has none. */
export const lacksSecondFactor = (
  user: string,
  role: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(${requiresSecondFactor(user, role)} AND NOT EXISTS (
    SELECT FROM two_factor f WHERE f."user" = ${person} AND f.confirmed_at IS NOT NULL))`;
