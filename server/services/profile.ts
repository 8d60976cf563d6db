import { sql } from 'kysely';
import type { z } from 'zod';
import { type ownAccount, provedByKyc } from '#schema/account.ts';
import type { Pair } from '#schema/permissions.ts';
import type { ownUser, Profile } from '#schema/user.ts';
import type { Db } from '../db/database.ts';
import { requirePhone } from './numbers.ts';
import { notFound, Problem } from './problem.ts';
import type { Caller } from './sessions.ts';

/** The caller as the console knows them: their own data, account, wallet (minor units) and pairs. */
export async function profileOf(db: Db, { user, pairs }: Caller): Promise<Profile> {
  const { rows } = await sql<Omit<Profile, 'ui_permissions'>>`
    SELECT u.uuid, u.name, u.email, u.phone, u.role,
      json_build_object('uuid', a.uuid, 'name', a.name, 'type', a.type, 'kyc_status', a.kyc_status) AS account,
      json_build_object('balance', a.balance) AS wallet
    FROM users u JOIN account a ON a.uuid = u.account WHERE u.uuid = ${user}`.execute(db);
  if (!rows[0]) throw notFound();
  return { ...rows[0], ui_permissions: pairs.map(([name, verb]: Pair) => [name, verb]) };
}

/** Changes the caller's own data; what is not given stays. Throws for a phone number that is none. */
export async function updateProfile(
  db: Db,
  { user }: Caller,
  { name, phone }: z.infer<typeof ownUser.update>,
): Promise<void> {
  const number = phone ? requirePhone(phone) : null;
  await sql`
    UPDATE users SET name = ${name}, phone = ${phone === undefined ? sql`phone` : number}
    WHERE uuid = ${user}`.execute(db);
}

const LOCKED = 'KYC has proved this. To change it, write to support.';

/**
 * Changes the caller's own account; what is not given stays. Once KYC is approved, throws for every field
 * that KYC has proved and that would become another, and changes nothing.
 */
export async function updateAccount(
  db: Db,
  { account }: Caller,
  values: z.infer<typeof ownAccount.update>,
): Promise<void> {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === '' ? null : value] as const);
  const proved = given.filter(([name]) => provedByKyc.some((one) => one === name));
  const differs = (name: string, value: unknown) => sql`${sql.ref(name)} IS DISTINCT FROM ${value}`;
  // One statement: an approval that comes at the same time is either seen or waits.
  const { numAffectedRows } = await sql`
    UPDATE account SET ${sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    WHERE uuid = ${account} AND NOT (kyc_status = 'approved'
      AND (${sql.join([sql`false`, ...proved.map(([name, value]) => differs(name, value))], sql` OR `)}))`.execute(
    db,
  );
  if (numAffectedRows) return;
  const { rows } = await sql<Record<string, unknown>>`
    SELECT name, type, pan FROM account WHERE uuid = ${account}`.execute(db);
  const locked = proved.filter(([name, value]) => rows[0]?.[name] !== value).map(([name]) => name);
  throw new Problem('invalid', 'What KYC has proved of an account stays as it is. Nothing was changed.', {
    errors: Object.fromEntries(locked.map((name) => [name, [LOCKED]])),
  });
}
