import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { isStaff } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';

/** The rows of an entity that a caller may see: those of their account, or all for staff. */
export const visibleTo = (
  { tenancy }: Entity,
  { role, account }: Caller,
  owner = 'account',
): RawBuilder<unknown> =>
  tenancy === 'everyone' || (tenancy === 'staff' && isStaff(role))
    ? sql`true`
    : sql`${sql.ref(`t.${owner}`)} = ${account}`;
