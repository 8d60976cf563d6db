import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { bringBack } from '../platform/farTimes.ts';
import { Problem } from '../platform/problem.ts';
import { digest } from './digest.ts';
import { addressOf, type Origin } from './origin.ts';
import { counterKey, countOne, uncountOne } from './requestCounts.ts';

/** Attempts from one place before the first wait, and the longest wait in seconds; each wait is twice the last. */
const FREE = 5;
const WAIT_MAX = 900;
/** Wrong attempts per hour: on one account from unknown places, and from one address. */
const ACCOUNT_HOURLY = 50;
const ADDRESS_HOURLY = 100;
const HOUR = 3_600_000;

/** What counts as a place: an IPv4 address, or the /64 network that IPv6 gives to each customer. */
const addressPlace = (ip: string | undefined) => sql`(
  SELECT CASE WHEN family(a) = 6 THEN network(set_masklen(a, 64))::text ELSE host(a) END
  FROM (SELECT ${addressOf(ip)}::inet AS a) i)`;
const devicePlace = (device: string): string => `device ${digest(device).toString('base64url')}`;

function tooMany(seconds: number): Problem {
  const wait = Math.max(1, Math.ceil(seconds));
  const detail =
    wait > 120
      ? `Too many attempts to sign in. Try again in ${Math.ceil(wait / 60)} minutes.`
      : `Too many requests. Try again in ${wait} seconds.`;
  return new Problem('too_many_requests', detail, { data: { retry_after: wait } });
}

/** SQL: how long the next attempt waits after so many. */
const waitAfter = (tries: RawBuilder<unknown>) => sql`CASE WHEN ${tries} < ${FREE} THEN interval '0'
  ELSE make_interval(secs => least(${WAIT_MAX}, power(2, least(${tries} - ${FREE}, 20)))) END`;

/** Places that wait for longer than they can: see `bringBack`. */
export const bringBackTries = (db: Db): Promise<void> =>
  bringBack(db, ['sign_in_try', 'next_at'], sql`true`, waitAfter(sql`tries`));

/** Counts an attempt before checking it, so that concurrent attempts get no extra tries. */
async function takeTurn(db: Db, key: Buffer): Promise<void> {
  const tries = sql`CASE WHEN t.last_at < clock_timestamp() - interval '1 day' THEN 1 ELSE t.tries + 1 END`;
  const taken = await sql`
    INSERT INTO sign_in_try AS t (key, tries, last_at, next_at)
    VALUES (${key}, 1, clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET tries = ${tries}, last_at = clock_timestamp(),
      next_at = clock_timestamp() + ${waitAfter(tries)}
    WHERE t.next_at <= clock_timestamp()
    RETURNING 1`.execute(db);
  if (taken.rows.length > 0) return;
  const { rows } = await sql<{ wait: number }>`
    SELECT extract(epoch FROM next_at - clock_timestamp())::float8 AS wait FROM sign_in_try WHERE key = ${key}`.execute(
    db,
  );
  throw tooMany(rows[0]?.wait ?? 1);
}

/**
 * Allows a sign-in attempt, or throws `too_many_requests` with the seconds to wait in `data.retry_after`. After five wrong
 * attempts on an account from one place the waits grow. All places that the user never signed in from share 50 an hour, and
 * an address has 100 an hour over all accounts: a stranger can use those up without locking the user out of places they
 * signed in from before. `user`: the owner of the account, null if there is none; such attempts are counted alike. Returns
 * a function that undoes the count after a success.
 */
export async function takeSignInTry(
  db: Db,
  { email, user, from }: { email: string; user: string | null; from: Origin },
): Promise<() => Promise<void>> {
  const device = from.device ? devicePlace(from.device) : null;
  const { rows } = await sql<{ address: string | null; places: string[] }>`
    SELECT ${addressPlace(from.ip)} AS address, ARRAY(
      SELECT place FROM sign_in_place WHERE "user" = ${user}::uuid
        AND place IN (${device}, ${addressPlace(from.ip)})) AS places`.execute(db);
  const { address, places } = rows[0] as { address: string | null; places: string[] };
  const login = email.toLowerCase();
  const isDevice = device !== null && places.includes(device);
  const turn = counterKey('sign-in', login, isDevice ? device : (address ?? ''));
  const ceilings =
    places.length > 0
      ? []
      : [
          { key: counterKey('sign-in-account', login), max: ACCOUNT_HOURLY },
          { key: counterKey('sign-in-address', address ?? ''), max: ADDRESS_HOURLY },
        ];
  await takeTurn(db, turn);
  for (const { key, max } of ceilings) {
    const { n, ms } = await countOne(db, key, HOUR);
    if (n > max) throw tooMany(ms / 1000);
  }
  return async () => {
    await sql`DELETE FROM sign_in_try WHERE key = ${turn}`.execute(db);
    await uncountOne(
      db,
      ceilings.map(({ key }) => key),
    );
  };
}

/** Whether a known user signs in from an address and browser that are not remembered. */
export async function isNewPlace(db: Db, user: string, { ip, device }: Origin): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT last_login_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM sign_in_place WHERE "user" = ${user}
        AND place IN (${addressPlace(ip)}, ${device ? devicePlace(device) : null})) AS is
    FROM users WHERE uuid = ${user}`.execute(db);
  return rows[0]?.is ?? false;
}

/** Remembers where a user has proved their identity. */
export async function rememberPlace(db: Db, user: string, { ip, device }: Origin): Promise<void> {
  await sql`
    INSERT INTO sign_in_place ("user", place)
    SELECT ${user}, place FROM unnest(ARRAY[${addressPlace(ip)}, ${device ? devicePlace(device) : null}]) AS place
    WHERE place IS NOT NULL
    ON CONFLICT ("user", place) DO UPDATE SET seen_at = now()`.execute(db);
}

/** Forgets where a user has proved their identity: somebody else may have signed in there. */
export async function forgetPlaces(db: Db, user: string): Promise<void> {
  await sql`DELETE FROM sign_in_place WHERE "user" = ${user}`.execute(db);
}
