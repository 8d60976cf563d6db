import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { isStaff } from '#schema/permissions.ts';
import type { Caller } from '../platform/caller.ts';

/** The account whose rows of an entity a caller may see; null if the rows of all. */
export const scopeOf = ({ tenancy }: Entity, { role, account }: Caller): string | null =>
  tenancy === 'everyone' || (tenancy === 'staff' && isStaff(role)) ? null : account;

/** The rows of an entity that a caller may see: those of their account, or all for staff. */
export const visibleTo = (entity: Entity, caller: Caller, owner = 'account'): RawBuilder<unknown> => {
  const account = scopeOf(entity, caller);
  return account === null ? sql`true` : sql`${sql.ref(`t.${owner}`)} = ${account}`;
};
