import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { prepared } from '../db/preparedStatements.ts';
import { Problem } from '../services/platform/problem.ts';

const KEY_MAX = 255;

/** `{"b":1,"a":2}` and `{"a":2,"b":1}` are the same request. */
const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, canonical(inner)]),
        )
      : value;

const hashOf = ({ method, url }: FastifyRequest, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(canonical(body))}`)
    .digest();

/**
 * The body without the fields that have their default, sent or not: a version that knows more of them, or fewer, takes a
 * repeated request for the same.
 */
function withoutDefaults({ routeOptions }: FastifyRequest, body: unknown): unknown {
  const schema = routeOptions.schema?.body;
  if (!(schema instanceof z.ZodObject)) return body;
  const isDefault = ([name, value]: [string, unknown]) => {
    const field: unknown = schema.shape[name];
    return field instanceof z.ZodDefault && isDeepStrictEqual(value, field.def.defaultValue);
  };
  return Object.fromEntries(Object.entries(body as object).filter((one) => !isDefault(one)));
}

function withoutSecrets({ body, routeOptions }: FastifyRequest): unknown {
  const { secrets } = routeOptions.config;
  if (!secrets) return body;
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !secrets.includes(name)));
}

/**
 * What a request is recognised by. The second is how 0.1.0 kept it, and can go a day after its last process has ended.
 */
function hashesOf(request: FastifyRequest): [Buffer, Buffer] {
  const body = withoutSecrets(request);
  return [hashOf(request, withoutDefaults(request, body)), hashOf(request, body)];
}

/**
 * The answer to a key's first request; undefined if there was none. Throws `key_reused` for another body. It is written
 * again, unchanged, so that this request too waits for the synchronous standby: the first one may have been given up while
 * it waited (jobs/replicationWatch.ts), and its answer must not be told while only one machine has it.
 */
async function keptAnswer<T>(
  db: Db,
  user: string,
  key: string,
  hashes: readonly Buffer[],
): Promise<T | undefined> {
  const { rows } = await sql<{ request_hash: Buffer; answer: T }>`${prepared}
    UPDATE idempotency_key SET answer = answer
    WHERE "user" = ${user} AND key = ${key} AND created_at > now() - interval '24 hours'
    RETURNING request_hash, answer`.execute(db);
  const [kept] = rows;
  if (!kept) return undefined;
  if (hashes.some((hash) => kept.request_hash.equals(hash))) return kept.answer;
  throw new Problem('key_reused', 'This Idempotency-Key was used for another request. Nothing was done.');
}

/** For handlers that need nothing before their transaction. */
export const noPreparation = async (): Promise<undefined> => undefined;

/**
 * Runs a handler that spends, sends or creates once per user and `Idempotency-Key` (kept 24 hours): the same key and body gets the
 * first answer again, another body 422, a request still running 409. The answer is stored in the handler's own transaction,
 * so that a crash leaves neither. `prepare` runs outside the transaction and is skipped for a replay: a handler that waited
 * for a second connection while holding one could deadlock.
 */
export async function runOnce<P, T>(
  db: Kysely<unknown>,
  request: FastifyRequest,
  prepare: () => Promise<P>,
  handle: (trx: Transaction<unknown>, ready: P) => Promise<T>,
): Promise<T> {
  if (!request.routeOptions.config.idempotent)
    throw new Error(`${request.routeOptions.url} does not say that it takes an Idempotency-Key`);
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    const ready = await prepare();
    return db.transaction().execute((trx) => handle(trx, ready));
  }
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX) {
    throw new Problem('invalid', `An Idempotency-Key has 1 to ${KEY_MAX} characters.`);
  }
  const { user } = request.caller;
  const hashes = hashesOf(request);
  const first = await keptAnswer<T>(db, user, key, hashes);
  if (first !== undefined) return first;
  const ready = await prepare();
  return db.transaction().execute(async (trx) => {
    const lock = await sql<{ free: boolean }>`${prepared}
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`${user} ${key}`}, 0)) AS free`.execute(trx);
    if (!lock.rows[0]?.free) {
      throw new Problem('in_flight', 'This request is still in progress. Wait for its answer.');
    }
    // Again, under the lock: another request may have finished in the meantime.
    const kept = await keptAnswer<T>(trx, user, key, hashes);
    if (kept !== undefined) return kept;
    const answer = await handle(trx, ready);
    await sql`${prepared}
      INSERT INTO idempotency_key ("user", key, request_hash, answer)
      VALUES (${user}, ${key}, ${hashes[0]}, ${JSON.stringify(answer)})
      ON CONFLICT ("user", key) DO UPDATE SET request_hash = excluded.request_hash,
        answer = excluded.answer, created_at = now()`.execute(trx);
    return answer;
  });
}
