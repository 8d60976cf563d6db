import { type RawBuilder, sql } from 'kysely';
import { managesTeamPair } from '#schema/permissions.ts';

/**
 * SQL that tells whether an active user of a customer's account manages its team (takes the user's alias). Customers
 * without a list of their own have all of a customer's pairs.
 */
export const managesTeam = (user: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${user}.is_active`)} AND NOT ${sql.ref(`${user}.is_invited`)} AND ${sql.ref(`${user}.role`)} = 'customer'
  AND (${sql.ref(`${user}.ui_permissions`)} IS NULL
    OR ${sql.ref(`${user}.ui_permissions`)} @> ${sql.lit(JSON.stringify([managesTeamPair]))}::jsonb))`;
