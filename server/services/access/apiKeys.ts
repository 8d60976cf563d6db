import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { API_KEY_PREFIX, API_KEYS_MAX, type ApiKeyInput } from '#schema/apiKey.ts';
import { grantable } from '#schema/keyPairs.ts';
import { allows, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import { builtOnce, prepared } from '../../db/preparedStatements.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { missingPairs } from './actOnUser.ts';
import { digest } from './digest.ts';
import { isValidKey } from './keyRevocation.ts';
import { lacksSecondFactor } from './lacksSecondFactor.ts';
import type { Site } from './passkeys.ts';
import { requireSession } from './requireSession.ts';
import { postAlert } from './securityAlerts.ts';
import { proveSelf } from './twoFactor.ts';

/** Characters of a secret that its owner may see again. */
const SHOWN = 10;
/** Maximum delay of `last_used_at` in seconds, however many requests a key makes. */
const USED_SECONDS = 60;

/** Whether a credential is an API key's secret rather than a session's token. */
export const isApiKey = (credential: string): boolean => credential.startsWith(API_KEY_PREFIX);

/** Whether an address is in a list of addresses and networks; false for an empty list. */
export function isListed(ip: string | undefined, addresses: readonly string[]): boolean {
  const kind = isIP(ip ?? '');
  if (!ip || kind === 0) return false;
  const list = new BlockList();
  for (const entry of addresses) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list.check(ip, kind === 6 ? 'ipv6' : 'ipv4');
}

interface KeyRow {
  key: string;
  user: string;
  account: string;
  role: Role;
  ui_permissions: Pair[] | null;
  pairs: Pair[];
  addresses: string[];
  is_stale: boolean;
  must_enrol: boolean;
}

const askForKey = builtOnce(
  (hash: Buffer) => sql<KeyRow>`${prepared}
    SELECT k.uuid AS key, u.uuid AS "user", u.account, u.role, u.ui_permissions, k.pairs, k.addresses,
      k.last_used_at IS NULL OR k.last_used_at < now() - make_interval(secs => ${sql.lit(USED_SECONDS)}) AS is_stale,
      -- A key of a customer keeps working: nobody signs in with it, and programs cannot wait for its user.
      u.role <> 'customer' AND ${lacksSecondFactor('u', sql`u.role`, sql`u.uuid`)} AS must_enrol
    FROM api_key k JOIN users u ON u.uuid = k."user" AND u.account = k.account
    JOIN account a ON a.uuid = k.account
    WHERE k.hash = ${hash} AND ${isValidKey}
      AND u.is_active AND a.is_active`,
);

/**
 * The caller behind a key's secret, or undefined if it is unknown, expired or revoked, or its user or account is not
 * active. It may do what its own pairs and its user's pairs both allow now. `ip` comes from `addressOf`: throws `forbidden`
 * for one that is not on the key's list, and for staff who must set up a second factor.
 */
export async function keyCallerOf(
  db: Db,
  secret: string,
  ip: string | undefined,
): Promise<Caller | undefined> {
  const hash = digest(secret);
  const { rows } = await askForKey(db, hash);
  const row = rows[0];
  if (!row) return undefined;
  const { ui_permissions: _, pairs, addresses, is_stale, must_enrol, ...rest } = row;
  if (addresses.length > 0 && !isListed(ip, addresses)) {
    throw new Problem(
      'forbidden',
      `This API key cannot be used from ${ip ?? 'unknown'}. Add this address to the key's allowed addresses.`,
    );
  }
  if (must_enrol) {
    throw new Problem(
      'forbidden',
      'The user of this API key must set up two-factor sign-in first. The provider requires it.',
    );
  }
  if (is_stale) void touch(db, rest.key, ip);
  const held = grantable(pairsOf(row), row.role);
  return { ...rest, pairs: pairs.filter((pair) => allows(held, pair)), tokenHash: hash };
}

/** Of concurrent requests one writes. A failure here fixes itself within a minute. */
const touch = (db: Db, key: string, ip: string | undefined): Promise<unknown> =>
  sql`
    UPDATE api_key SET last_used_at = now(), last_used_ip = ${ip ?? null}
    WHERE uuid = ${key} AND (last_used_at IS NULL OR last_used_at < now() - make_interval(secs => ${USED_SECONDS}))`
    .execute(db)
    .catch(() => undefined);

/**
 * Checks a new key of the caller's, and their identity. Throws for pairs that the caller does not hold or that no key may
 * have, and like `proveSelf`.
 */
export async function requireCreatableKey(
  db: Kysely<unknown>,
  caller: Caller,
  { pairs, expires_at, password, code, passkey }: ApiKeyInput,
  site: Site,
): Promise<void> {
  const held = grantable(caller.pairs, caller.role);
  const refused = pairs.find((pair) => !allows(held, pair));
  if (refused) {
    const isTheirs = allows(caller.pairs, refused);
    throw invalidField(
      'pairs',
      isTheirs
        ? 'API keys cannot have this permission. It can be used only in the console.'
        : 'You can give a key only permissions that you have yourself.',
    );
  }
  if (expires_at && new Date(expires_at) <= (await databaseNow(db))) {
    throw invalidField('expires_at', 'Choose a time in the future.');
  }
  // Last, so that a code is not used up on a refused key.
  await proveSelf(db, caller, { password, code, passkey }, site);
}

/**
 * Creates a key of the caller's after `requireCreatableKey`, in the caller's transaction, and notifies them by mail: call
 * `deliverMail` afterwards. Returns its uuid and its secret, which is not stored.
 */
export async function makeKey(
  trx: Db,
  caller: Caller,
  { name, pairs, addresses, expires_at }: ApiKeyInput,
): Promise<{ uuid: string; secret: string }> {
  // Keys of an account are created one after the other, so that the count is exact.
  await sql`SELECT FROM account WHERE uuid = ${caller.account} FOR NO KEY UPDATE`.execute(trx);
  await requireSession(trx, caller);
  const { rows: living } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM api_key k WHERE k.account = ${caller.account} AND ${isValidKey}`.execute(trx);
  if ((living[0]?.n ?? 0) >= API_KEYS_MAX) {
    throw new Problem('conflict', `You already have ${API_KEYS_MAX} keys. Revoke one you do not need.`);
  }
  const secret = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  const shown = secret.slice(0, SHOWN);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO api_key (account, "user", name, prefix, hash, pairs, addresses, expires_at)
    VALUES (${caller.account}, ${caller.user}, ${name}, ${shown}, ${digest(secret)},
      ${JSON.stringify(pairs)}, ${addresses}, ${expires_at ?? null})
    RETURNING uuid`.execute(trx);
  const uuid = rows[0]?.uuid as string;
  await audit(trx, caller, {
    ...{ action: 'create', entity: 'settings/api-keys', record: uuid, title: name },
    after: { name, pairs, addresses, expires_at },
  });
  await postAlert(trx, caller.user, 'key-added', { detail: shown });
  return { uuid, secret };
}

/**
 * Revokes a key of the caller's account, effective from the next request, and returns its name. Throws `conflict` if it is
 * already revoked.
 */
export async function revokeKey(trx: Db, { account }: Caller, uuid: string): Promise<string> {
  await requireValidKey(trx, account, uuid);
  const { rows } = await sql<{ name: string }>`
    UPDATE api_key SET revoked_at = now() WHERE uuid = ${uuid} RETURNING name`.execute(trx);
  return rows[0]?.name as string;
}

/** Locks a key for a change. Throws `not_found` for another account's, `conflict` for a revoked one. */
async function requireValidKey(trx: Db, account: string, uuid: string): Promise<void> {
  const { rows } = await sql<{ is_active: boolean }>`
    SELECT is_active FROM api_key WHERE uuid = ${uuid} AND account = ${account} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  if (!rows[0].is_active) {
    throw new Problem('conflict', 'This key is already revoked. Nothing was changed.');
  }
}

/**
 * Locks a key for a change of its name or addresses by the caller. Throws like `requireValidKey`, and `forbidden` for a
 * colleague's key that may do more than the caller: without its addresses, whoever knows its secret could do that.
 */
export async function requireChangeableKey(
  trx: Db,
  { account, user, pairs }: Caller,
  uuid: string,
): Promise<void> {
  await requireValidKey(trx, account, uuid);
  const { rows } = await sql<{ pairs: Pair[] }>`
    SELECT pairs FROM api_key WHERE uuid = ${uuid} AND "user" <> ${user}`.execute(trx);
  if (missingPairs(rows[0]?.pairs ?? [], pairs).length === 0) return;
  throw new Problem(
    'forbidden',
    'This key has more permissions than you. Ask an owner to make the change, or revoke it.',
  );
}
