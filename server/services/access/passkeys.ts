import { type Kysely, sql } from 'kysely';
import { type NewPasskey, PASSKEYS_MAX, type Passkey, type PasskeyOptions } from '#schema/passkey.ts';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import { readBrand, serviceName } from '../platform/brand.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { digest } from './digest.ts';
import { requireSession } from './requireSession.ts';
import { beginWithoutApp, hasApp, turnOn } from './secondFactor.ts';
import { postAlert } from './securityAlerts.ts';

/** The console's own address, from the configuration and never from a request, because passkeys are bound to it. */
export interface Site {
  /** `https://sms.example`, without a path. */
  origin: string;
}

const rpIdOf = ({ origin }: Site): string => new URL(origin).hostname;

/** Minutes within which the authenticator must be used. */
const MINUTES = 5;
/** EdDSA, ES256 and RS256, by their COSE numbers. */
const ALGORITHMS = [-8, -7, -257];

/** Loading its library takes most of a second, and most servers never need it. */
const library = () => import('@simplewebauthn/server');

type Purpose = 'register' | 'prove';

async function keepChallenge(db: Db, user: string, purpose: Purpose, challenge: string): Promise<void> {
  await sql`
    INSERT INTO passkey_challenge (hash, "user", purpose, expires_at)
    VALUES (${digest(challenge)}, ${user}, ${purpose}, now() + make_interval(mins => ${MINUTES}))`.execute(
    db,
  );
}

/**
 * Consumes the challenge that an answer was made for, if it was issued to this user and not used before. Also returns when
 * it was issued.
 */
async function spendChallenge(
  db: Db,
  user: string,
  purpose: Purpose,
  clientData: string,
): Promise<{ challenge: string; since: string }> {
  const challenge = challengeIn(clientData);
  const { rows } = await sql<{ since: string }>`
    DELETE FROM passkey_challenge
    WHERE hash = ${digest(challenge)} AND "user" = ${user} AND purpose = ${purpose} AND expires_at > now()
    RETURNING (expires_at - make_interval(mins => ${MINUTES}))::text AS since`.execute(db);
  if (!rows[0]) throw wrongPasskey();
  return { challenge, ...rows[0] };
}

function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return String(challenge);
  } catch {
    throw wrongPasskey();
  }
}

const wrongPasskey = (): Problem =>
  new Problem('wrong_passkey', 'The passkey was not accepted. Try again, or use a code.');

interface Row {
  uuid: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backup_eligible: boolean;
}

const keysOf = async (db: Db, user: string): Promise<Row[]> =>
  (
    await sql<Row>`
      SELECT uuid, credential_id, public_key, counter, transports, backup_eligible
      FROM passkey WHERE "user" = ${user} ORDER BY uuid`.execute(db)
  ).rows;

const descriptor = ({ credential_id, transports }: Row) => ({
  id: credential_id.toString('base64url'),
  transports,
});

/** The challenge for one of a user's passkeys; undefined if they have none. */
export async function proofOptions(db: Db, user: string, site: Site): Promise<PasskeyOptions | undefined> {
  const keys = await keysOf(db, user);
  if (keys.length === 0) return undefined;
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(site),
    allowCredentials: keys.map(descriptor),
    userVerification: 'required',
    timeout: MINUTES * 60_000,
  });
  await keepChallenge(db, user, 'prove', options.challenge);
  return { ...options };
}

/**
 * Accepts a user whose authenticator signed the challenge of `proofOptions` after verifying the user. Throws
 * `wrong_passkey` for any other answer: another user or site, a repeated or late one, or a copy whose counter is behind.
 */
export async function passPasskey(db: Db, user: string, answer: PasskeyAnswer, site: Site): Promise<void> {
  const { challenge } = await spendChallenge(db, user, 'prove', answer.response.clientDataJSON);
  const key = (await keysOf(db, user)).find((one) => descriptor(one).id === answer.id);
  if (!key) throw wrongPasskey();
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response: withoutNulls(answer.response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
    },
  }).catch(() => undefined);
  const found = checked?.verified ? checked.authenticationInfo : undefined;
  // Whether it may be copied is fixed at creation, so one that says otherwise is a different one.
  if (!found || (found.credentialDeviceType === 'multiDevice') !== key.backup_eligible) throw wrongPasskey();
  // Of two concurrent answers with the same count, one comes from a copy.
  const { numAffectedRows } = await sql`
    UPDATE passkey SET counter = ${found.newCounter}, backed_up = ${found.credentialBackedUp}, last_used_at = now()
    WHERE uuid = ${key.uuid} AND (counter < ${found.newCounter} OR counter = 0 AND ${found.newCounter} = 0)`.execute(
    db,
  );
  if (!numAffectedRows) throw wrongPasskey();
}

const withoutNulls = ({ userHandle, ...rest }: PasskeyAnswer['response']) =>
  userHandle ? { ...rest, userHandle } : rest;

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, user: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    SELECT uuid, name, backed_up, created_at, last_used_at FROM passkey WHERE "user" = ${user} ORDER BY uuid`.execute(
    db,
  );
  return rows;
}

/** Throws `conflict` for a user who has the maximum number of passkeys. Locks those of a user with a second factor. */
async function requireRoom(db: Db, user: string): Promise<void> {
  await sql`SELECT FROM two_factor WHERE "user" = ${user} FOR UPDATE`.execute(db);
  if ((await keysOf(db, user)).length < PASSKEYS_MAX) return;
  throw new Problem('conflict', `You already have ${PASSKEYS_MAX} passkeys. Remove one first.`);
}

/**
 * A passkey may be the first second factor; true if it is. Otherwise a second factor may have been added since the request,
 * and the password alone is no longer enough. Throws `wrong_passkey` in that case.
 */
async function isFirstFactor(trx: Db, user: string, since: string): Promise<boolean> {
  if (await beginWithoutApp(trx, user)) return true;
  const { rows } = await sql`
    SELECT FROM two_factor WHERE "user" = ${user} AND confirmed_at <= ${since}::timestamptz`.execute(trx);
  if (rows.length === 0) throw wrongPasskey();
  return false;
}

/** The options for creating a passkey, for a caller who has proved their identity. Throws like `requireRoom`. */
export async function newPasskeyOptions(
  db: Kysely<unknown>,
  { user }: Caller,
  site: Site,
): Promise<PasskeyOptions> {
  await db.transaction().execute((trx) => requireRoom(trx, user));
  const { rows } = await sql<{ email: string; name: string }>`
    SELECT email, name FROM users WHERE uuid = ${user}`.execute(db);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: serviceName(await readBrand(db), 'en'),
    rpID: rpIdOf(site),
    userID: new Uint8Array(Buffer.from(user.replaceAll('-', ''), 'hex')),
    userName: rows[0]?.email ?? '',
    userDisplayName: rows[0]?.name ?? '',
    timeout: MINUTES * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await keysOf(db, user)).map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await keepChallenge(db, user, 'register', options.challenge);
  return { ...options };
}

/**
 * Adds a passkey of the caller's and notifies them. Returns the recovery codes if it is their first second factor,
 * otherwise null. Throws `wrong_passkey`, and `conflict` like `requireRoom`.
 */
export async function addPasskey(
  db: Kysely<unknown>,
  caller: Caller,
  { name, answer }: NewPasskey,
  site: Site,
): Promise<string[] | null> {
  const { user } = caller;
  const { challenge, since } = await spendChallenge(db, user, 'register', answer.response.clientDataJSON);
  const { verifyRegistrationResponse } = await library();
  const { transports, ...response } = answer.response;
  const checked = await verifyRegistrationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!checked?.verified) throw wrongPasskey();
  const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  return db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    const isFirst = await isFirstFactor(trx, user, since);
    await requireRoom(trx, user);
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO passkey ("user", name, credential_id, public_key, counter, transports, backup_eligible, backed_up)
      VALUES (${user}, ${name}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
        ${credential.counter}, ${transports ?? []}, ${credentialDeviceType === 'multiDevice'}, ${credentialBackedUp})
      ON CONFLICT (credential_id) DO NOTHING RETURNING uuid`.execute(trx);
    if (!rows[0]) throw new Problem('conflict', 'This passkey was already added.');
    await audit(trx, caller, { action: 'add-passkey', entity: 'users', record: user, after: { name } });
    await postAlert(trx, user, 'passkey-added');
    return isFirst ? turnOn(trx, caller) : null;
  });
}

/** Throws `not_found` unless a passkey is the caller's. */
export async function requirePasskey(db: Db, { user }: Caller, uuid: string): Promise<void> {
  const { rows } = await sql`SELECT FROM passkey WHERE uuid = ${uuid} AND "user" = ${user}`.execute(db);
  if (rows.length === 0) throw notFound();
}

/**
 * Removes a passkey of the caller's and notifies them. Throws `not_found`, `conflict` for their only second factor, and
 * like `requireSession`.
 */
export async function removePasskey(db: Kysely<unknown>, caller: Caller, uuid: string): Promise<void> {
  const { user } = caller;
  await db.transaction().execute(async (trx) => {
    await requireSession(trx, caller);
    // Locked, so that of two concurrent removals one passkey stays.
    const { rows: apps } = await sql<{ app: boolean }>`
      SELECT ${hasApp} AS app FROM two_factor f WHERE "user" = ${user} FOR UPDATE`.execute(trx);
    if (!apps[0]?.app && (await keysOf(trx, user)).length === 1)
      throw new Problem(
        'conflict',
        'This passkey is your only second factor. Add another or an authenticator app first, or turn two-factor sign-in off.',
      );
    const { rows } = await sql<{ name: string }>`
      DELETE FROM passkey WHERE uuid = ${uuid} AND "user" = ${user} RETURNING name`.execute(trx);
    if (!rows[0]) throw notFound();
    const before = { name: rows[0].name };
    await audit(trx, caller, { action: 'remove-passkey', entity: 'users', record: user, before });
    await postAlert(trx, user, 'passkey-removed');
  });
}
