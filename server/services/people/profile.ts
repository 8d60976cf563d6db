import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { ownAccount, provedByKyc } from '#schema/account.ts';
import type { Feature } from '#schema/features.ts';
import { allows, balancePair, type Pair } from '#schema/permissions.ts';
import type { ownUser, Profile } from '#schema/user.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { audit } from '../platform/audit.ts';
import { type Caller, seesOwnUser } from '../platform/caller.ts';
import { requirePhone } from '../platform/numbers.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { destinationKind } from '../sending/destination.ts';

/**
 * The caller as the console knows them: their own data, account, wallet (minor units) and pairs. Staff who are signed in as
 * a customer get the customer's e-mail address (otherwise empty), the one that waits and phone only if they may read users.
 */
export async function profileOf(db: Db, caller: Caller, offers: readonly Feature[]): Promise<Profile> {
  const { user, pairs, actor, mustEnrol = false } = caller;
  const isVisible = seesOwnUser(caller);
  const { rows } = await sql<Omit<Profile, 'offers' | 'ui_permissions'>>`${prepared}
    SELECT u.uuid, u.name, CASE WHEN ${isVisible}::boolean THEN u.email ELSE '' END AS email,
      CASE WHEN ${isVisible}::boolean THEN u.phone END AS phone, u.role,
      json_build_object('uuid', a.uuid, 'name', a.name, 'type', a.type, 'kyc_status', a.kyc_status,
        'pan', CASE WHEN ${allows(pairs, ownAccount.read)}::boolean THEN a.pan END) AS account,
      json_build_object('balance', CASE WHEN ${allows(pairs, balancePair)}::boolean THEN a.balance END,
        'credit_limit', CASE WHEN ${allows(pairs, balancePair)}::boolean THEN a.credit_limit END, 'is_demo', (SELECT is_demo FROM provider_setting)) AS wallet,
      (SELECT json_build_object('name', s.name) FROM users s WHERE s.uuid = ${actor ?? null}) AS acting,
      json_build_object('enabled', EXISTS (SELECT FROM two_factor f WHERE f."user" = u.uuid AND f.confirmed_at IS NOT NULL),
        'must_enrol', ${mustEnrol}::boolean,
        'passkeys', (SELECT count(*)::int FROM passkey k WHERE k."user" = u.uuid)) AS two_factor,
      (SELECT json_build_object('email', c.email, 'expires_at', to_char(c.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM address_change c WHERE c."user" = u.uuid AND c.expires_at > now() AND ${isVisible}::boolean) AS address_change,
      (SELECT calendar_years FROM provider_setting) AS calendar_years, ${destinationKind} AS sending,
      EXISTS (SELECT FROM viber_identity v WHERE v.account = a.uuid AND v.status = 'approved') AS viber
    FROM users u JOIN account a ON a.uuid = u.account WHERE u.uuid = ${user}`.execute(db);
  if (!rows[0]) throw notFound();
  // In the order in which the console stores them: an equal text is no change there (src/core/session.ts).
  return { ...rows[0], ui_permissions: pairs.map(([name, verb]: Pair) => [name, verb]), offers: [...offers] };
}

/** Changes the caller's own data; missing fields stay unchanged. Throws for an invalid phone number. */
export async function updateProfile(
  db: Kysely<unknown>,
  caller: Caller,
  { name, phone }: z.infer<typeof ownUser.update>,
): Promise<void> {
  const number = phone ? requirePhone(phone) : null;
  await db.transaction().execute(async (trx) => {
    const read = async () => {
      const { rows } = await sql<{ name: string; phone: string | null }>`
        SELECT name, phone FROM users WHERE uuid = ${caller.user} FOR UPDATE`.execute(trx);
      return rows[0];
    };
    const before = await read();
    await sql`
      UPDATE users SET name = ${name}, phone = ${phone === undefined ? sql`phone` : number}
      WHERE uuid = ${caller.user}`.execute(trx);
    const after = await read();
    await audit(trx, caller, { action: 'update', entity: 'users', record: caller.user, before, after });
  });
}

const LOCKED = 'This was verified by KYC. To change it, contact support.';

/**
 * Changes the caller's own account; missing fields stay unchanged. After KYC approval, throws for every changed field that
 * KYC has verified, and changes nothing.
 */
export const updateAccount = (
  db: Kysely<unknown>,
  caller: Caller,
  values: z.infer<typeof ownAccount.update>,
  check?: (trx: Db) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { account } = caller;
    const given = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value] as const);
    const read = async () => {
      const { rows } = await sql<Record<string, unknown>>`
        SELECT name, type, pan, address, kyc_status FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(
        trx,
      );
      return rows[0];
    };
    // A concurrent approval is either seen or waits.
    const before = await read();
    if (!before) throw notFound();
    await check?.(trx);
    const locked = given
      .filter(([name, value]) => provedByKyc.some((one) => one === name) && before[name] !== value)
      .map(([name]) => name);
    if (before.kyc_status === 'approved' && locked.length > 0) {
      throw new Problem('invalid', 'Details verified by KYC cannot be changed. Nothing was changed.', {
        errors: Object.fromEntries(locked.map((name) => [name, [LOCKED]])),
      });
    }
    await sql`
      UPDATE account SET ${sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
      WHERE uuid = ${account}`.execute(trx);
    const after = await read();
    const title = String(after?.name ?? before.name);
    await audit(trx, caller, {
      action: 'update',
      entity: 'admin/accounts',
      record: account,
      title,
      before,
      after,
    });
  });
