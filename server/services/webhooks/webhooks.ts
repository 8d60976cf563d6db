import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { WEBHOOKS_MAX, type WebhookAnswer, type webhook } from '#schema/webhook.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { hostOf, isPublic } from './addresses.ts';
import { bodyOf, noteTest } from './deliveries.ts';
import { newSecret, type Poster } from './post.ts';
import { openSecret, openSecrets, type StoredSecrets, sealSecret, storedSecrets } from './secrets.ts';

/** How long a secret still signs after it was replaced. */
const OVERLAP = sql`interval '24 hours'`;
const LOCAL = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** Throws for an address that must not be called; what a name resolves to is checked at each call. */
export function requireUrl(url: string, allowPrivate: boolean): void {
  if (allowPrivate) return;
  if (new URL(url).protocol !== 'https:') {
    throw invalidField('url', 'The address must begin with https://.');
  }
  const host = hostOf(url);
  if (LOCAL.test(host) || (isIP(host) !== 0 && !isPublic(host))) {
    throw invalidField('url', 'The address is in a private network. Use a public address.');
  }
}

/** Creates a webhook of the caller's account, in the caller's transaction; returns its uuid. */
export async function makeWebhook(
  trx: Db,
  { account, user }: Caller,
  { url, events, is_active }: z.infer<typeof webhook.create>,
): Promise<string> {
  // Webhooks of an account are created one after the other, so that the count is exact.
  await sql`SELECT FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
  const { rows: there } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM webhook WHERE account = ${account}`.execute(trx);
  if ((there[0]?.n ?? 0) >= WEBHOOKS_MAX) {
    throw new Problem('conflict', `You already have ${WEBHOOKS_MAX} webhooks. Delete one you do not need.`);
  }
  const uuid = uuidv7();
  const sealed = sealSecret(uuid, 'secret', newSecret(randomBytes(32)));
  await sql`
    INSERT INTO webhook (uuid, account, "user", url, events, is_active, secret)
    VALUES (${uuid}, ${account}, ${user}, ${url}, ${[...new Set(events)]}, ${is_active}, ${sealed})`.execute(
    trx,
  );
  return uuid;
}

/** The secret that signs a webhook's requests. Throws UnreadableSecret. */
export async function secretOf(db: Db, uuid: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`SELECT secret FROM webhook WHERE uuid = ${uuid}`.execute(db);
  if (!rows[0]) throw notFound();
  return openSecret(uuid, 'secret', rows[0].secret);
}

/**
 * Replaces the secret of a webhook of the caller's account and returns the address. For a day requests are signed with
 * both.
 */
export async function rotateSecret(trx: Db, { account }: Caller, uuid: string): Promise<string> {
  const { rows } = await sql<{ url: string; former: string }>`
    SELECT url, secret AS former FROM webhook WHERE uuid = ${uuid} AND account = ${account} FOR NO KEY UPDATE`.execute(
    trx,
  );
  if (!rows[0]) throw notFound();
  const secret = newSecret(randomBytes(32));
  const former = sealSecret(uuid, 'former_secret', openSecret(uuid, 'secret', rows[0].former));
  await sql`
    UPDATE webhook SET former_secret = ${former}, former_until = now() + ${OVERLAP},
      secret = ${sealSecret(uuid, 'secret', secret)}
    WHERE uuid = ${uuid}`.execute(trx);
  return rows[0].url;
}

/** Sends a webhook of the caller's account a `ping` event now, once, and returns the result. */
export async function testWebhook(
  db: Db,
  poster: Poster,
  { account }: Caller,
  uuid: string,
): Promise<WebhookAnswer> {
  const { rows } = await sql<StoredSecrets & { url: string }>`
    SELECT url, ${storedSecrets} FROM webhook w WHERE uuid = ${uuid} AND account = ${account}`.execute(db);
  if (!rows[0]) throw notFound();
  const { url } = rows[0];
  const secrets = openSecrets(uuid, rows[0]);
  const id = uuidv7();
  const at = await databaseNow(db);
  const timestamp = at.toISOString();
  const event = { id: `${id}.ping`, type: 'ping', timestamp, data: { webhook: uuid } };
  const answer = await poster.post({ url, secrets, id, at, body: bodyOf(timestamp, [event]) });
  if (!answer) throw new Error('a test was given up');
  await noteTest(db, { webhook: uuid, account, id }, answer);
  return answer;
}
