import { sql } from 'kysely';
import { billing, type GatewayInput, type GatewaySetting } from '#schema/billingSettings.ts';
import { onlineMethods } from '#schema/paymentReference.ts';
import type { Db } from '../../../db/database.ts';
import { audit } from '../../platform/audit.ts';
import type { Caller } from '../../platform/caller.ts';
import { CANNOT_READ, ifReadable, open, seal, type UnreadableSecret } from '../../platform/keyring.ts';
import { runsOlder } from '../../platform/olderServers.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import type { GatewayEnvironment, OnlineMethod } from './gateway.ts';

interface Stored {
  method: OnlineMethod;
  product: string | null;
  secret: string;
}

const place = (method: OnlineMethod) => ({ table: 'payment_gateway', column: 'secret', row: method });

/** A service's secret, if this process can decrypt it. */
const secretOf = (
  { method, secret }: Stored,
  onUnreadable?: (error: UnreadableSecret) => void,
): string | undefined =>
  ifReadable(
    () => open(place(method), secret),
    (error) => {
      onUnreadable?.(error);
      return undefined;
    },
  );

async function readStored(db: Db): Promise<Stored[]> {
  const { rows } = await sql<Stored>`SELECT method, product, secret FROM payment_gateway`.execute(db);
  return rows;
}

/** Whether the environment sets a service's keys, which then cannot be changed in the console. */
const isFixed = (env: GatewayEnvironment, method: OnlineMethod): boolean =>
  Boolean(method === 'esewa' ? env.ESEWA_PRODUCT_CODE && env.ESEWA_SECRET : env.KHALTI_SECRET);

/**
 * The environment with the keys that are set in the console; those of the environment come first. A service whose secret
 * cannot be read is reported, and has none: the other one goes on.
 */
export async function withStoredKeys(
  db: Db,
  env: GatewayEnvironment,
  onUnreadable?: (error: UnreadableSecret) => void,
): Promise<GatewayEnvironment> {
  let found = env;
  for (const row of await readStored(db)) {
    const { method, product } = row;
    const key = isFixed(env, method) ? undefined : secretOf(row, onUnreadable);
    if (!key) continue;
    found =
      method === 'esewa'
        ? { ...found, ESEWA_PRODUCT_CODE: product ?? undefined, ESEWA_SECRET: key }
        : { ...found, KHALTI_SECRET: key };
  }
  return found;
}

/** What the console shows of each service; never its secret. */
export async function readGatewayKeys(db: Db, env: GatewayEnvironment): Promise<GatewaySetting[]> {
  const stored = await readStored(db);
  return onlineMethods.map((method) => {
    const row = stored.find((one) => one.method === method);
    const fixed = isFixed(env, method);
    const product = method === 'esewa' ? ((fixed ? env.ESEWA_PRODUCT_CODE : row?.product) ?? null) : null;
    const unreadable = !fixed && row !== undefined && !secretOf(row);
    return {
      ...{ method, product, is_set: fixed || row !== undefined, is_fixed: fixed },
      is_unreadable: unreadable,
    };
  });
}

const lockOf = (method: OnlineMethod) => sql`hashtextextended('payment gateway ' || ${method}, 0)`;

/** Serializes changes of a service's keys with each other, and with payments that begin there. */
const lock = (trx: Db, method: OnlineMethod) =>
  sql`SELECT pg_advisory_xact_lock(${lockOf(method)})`.execute(trx);

/** Keeps a service's keys as they are until a payment that begins there is committed and counts as open. */
export const keepKeys = (trx: Db, method: OnlineMethod) =>
  sql`SELECT pg_advisory_xact_lock_shared(${lockOf(method)})`.execute(trx);

function refuseFixedKeys(env: GatewayEnvironment, method: OnlineMethod): void {
  if (!isFixed(env, method)) return;
  const text = 'The server’s environment sets the keys of this service, so they cannot be changed here.';
  throw new Problem('conflict', text);
}

/**
 * Throws `conflict` while payments wait for a service's answer: another merchant does not know them, so paid ones would be
 * ended as never made.
 */
async function refuseOpen(trx: Db, method: OnlineMethod): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM online_payment o JOIN payment_reference p ON p.uuid = o.uuid
    WHERE o.method = ${method} AND p.status = 'pending'`.execute(trx);
  const n = rows[0]?.n ?? 0;
  if (n === 0) return;
  throw new Problem(
    'conflict',
    `Open payments at this service: ${n}. Only this merchant can say whether they were paid. Wait until they are settled, or reject them under Credit Requests. Nothing was changed.`,
  );
}

/**
 * Notes open payments as left to a person, and has them checked at once: an unreadable key is replaced, and only a key of the
 * same merchant can still settle them. One that its service never received needs neither.
 */
const leaveOpen = (trx: Db, method: OnlineMethod) =>
  sql`
    UPDATE online_payment o SET note = 'key_replaced', next_check_at = now() FROM payment_reference p
    WHERE p.uuid = o.uuid AND o.method = ${method} AND p.status = 'pending' AND o.gateway_id IS NOT NULL`.execute(
    trx,
  );

const withoutSecret = (row: Stored | undefined) => ({
  product: row?.product ?? null,
  is_set: row !== undefined,
});

/**
 * Sets a service's keys, in the caller's transaction. A missing secret keeps the stored one. Throws `invalid`, and
 * `conflict` if the environment sets them or payments of another merchant are open. A secret that cannot be read is replaced
 * all the same, because nothing else would settle these, unless a server of an earlier version runs.
 */
export async function setGatewayKeys(
  trx: Db,
  caller: Caller,
  method: OnlineMethod,
  { product = null, secret = null }: GatewayInput,
  env: GatewayEnvironment,
): Promise<void> {
  refuseFixedKeys(env, method);
  if (!env.PUBLIC_URL) {
    const why =
      'Online payments need PUBLIC_URL in the server’s environment: the service sends people back to it.';
    throw invalidField('secret', why);
  }
  await lock(trx, method);
  const before = (await readStored(trx)).find((row) => row.method === method);
  if (method === 'esewa' && !product) throw invalidField('product', 'Enter the merchant code.');
  if (!secret && !before) throw invalidField('secret', 'Enter the secret key.');
  const isReadable = before !== undefined && secretOf(before) !== undefined;
  if (!secret && !isReadable) throw invalidField('secret', CANNOT_READ);
  const merchant = method === 'esewa' ? product : null;
  const isSameMerchant = method === 'esewa' ? before?.product === product : !secret;
  if (before && !isSameMerchant) {
    // A server of an earlier version would end payments that the new merchant does not know.
    const isWatched = isReadable || (await runsOlder(trx, 'knows_replaced_keys'));
    await (isWatched ? refuseOpen : leaveOpen)(trx, method);
  }
  const sealed = secret ? seal(place(method), secret) : (before as Stored).secret;
  await sql`
    INSERT INTO payment_gateway (method, product, secret) VALUES (${method}, ${merchant}, ${sealed})
    ON CONFLICT (method) DO UPDATE SET product = excluded.product, secret = excluded.secret`.execute(trx);
  // A new secret is told as such: secrets themselves are not in the log.
  const changed = secret ? { replaced: true } : {};
  const event = { action: 'update', entity: billing.name, account: null, title: method };
  const after = { ...withoutSecret({ method, product: merchant, secret: sealed }), ...changed };
  await audit(trx, caller, { ...event, before: withoutSecret(before), after });
}

/** Removes a service's keys, if it has any, in the caller's transaction, so that it is not offered any more. Throws like `setGatewayKeys`. */
export async function removeGatewayKeys(
  trx: Db,
  caller: Caller,
  method: OnlineMethod,
  env: GatewayEnvironment,
): Promise<void> {
  refuseFixedKeys(env, method);
  await lock(trx, method);
  const before = (await readStored(trx)).find((row) => row.method === method);
  if (!before) return;
  await refuseOpen(trx, method);
  await sql`DELETE FROM payment_gateway WHERE method = ${method}`.execute(trx);
  const event = { action: 'update', entity: billing.name, account: null, title: method };
  await audit(trx, caller, { ...event, before: withoutSecret(before), after: withoutSecret(undefined) });
}
