import { type Kysely, sql } from 'kysely';
import { ERASURE_STEPS } from '#schema/erased.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../files/files.ts';
import { audit } from '../platform/audit.ts';
import { requirePhone } from '../platform/numbers.ts';
import { countWaiting, type Erased, eraseSteps, type Scope } from './eraseSteps.ts';

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

/**
 * Adds an erasure by an account, in the caller's transaction; the job does it. `again`: the same number is being erased by
 * the account already; the record is that one, and it is begun again if it had failed. Throws `invalid` for what is no
 * mobile number.
 */
export async function addErasure(
  trx: Db,
  account: string,
  { phone: raw, reference }: { phone: string; reference: string },
): Promise<{ uuid: string; again: boolean }> {
  const phone = requirePhone(raw);
  const { rows } = await sql<{ uuid: string; again: boolean }>`
    INSERT INTO erasure AS e (account, phone, everywhere, reference)
    SELECT uuid, ${phone}, is_provider, ${reference} FROM account WHERE uuid = ${account}
    ON CONFLICT (account, phone) WHERE phone IS NOT NULL DO UPDATE
    SET status = CASE WHEN e.status = 'failed' THEN 'queued' ELSE e.status END, error = NULL
    RETURNING uuid, xmax <> 0 AS again`.execute(trx);
  return rows[0] as (typeof rows)[0];
}

/**
 * Erases the number of an erasure, step by step; each may be repeated, and a run after a crash does so. While messages to
 * the number have no result yet, or had none when this run began, the erasure waits and is run again (`takeReadyErasures`).
 * Returns silently if there is nothing to do.
 */
export async function runErasure({ db, files }: Store, uuid: string): Promise<void> {
  const { rows } = await sql<Scope>`
    UPDATE erasure SET status = 'running', steps = 0 WHERE uuid = ${uuid} AND status IN ('queued', 'running')
    RETURNING account, phone, everywhere, created_at`.execute(db);
  const [scope] = rows;
  if (!scope) return;
  const before = await countWaiting(db, scope);
  for (const step of eraseSteps) await note(db, uuid, await step({ db, files }, scope));
  // What was in hand may have ended after the step that erases it: the next run does.
  const waiting = (await countWaiting(db, scope, sql`true`)) || before;
  await db.transaction().execute(async (trx) => {
    const { rows: ended } = await sql<{ account: string; title: string; after: object }>`
      UPDATE erasure SET waiting = ${waiting}, status = ${waiting > 0 ? 'waiting' : 'completed'},
        phone = CASE WHEN ${waiting > 0} THEN phone END, finished_at = CASE WHEN ${waiting === 0} THEN now() END
      WHERE uuid = ${uuid} AND status = 'running'
      RETURNING account, reference AS title, json_build_object('contacts', contacts, 'messages', messages,
        'blacklisted', blacklisted, 'files', files, 'exports', exports, 'records', records) AS after`.execute(
      trx,
    );
    if (!ended[0] || waiting > 0) return;
    await audit(trx, null, { action: 'erase', entity: 'settings/erasures', record: uuid, ...ended[0] });
  });
}

/** Notes a step and what it erased. */
const note = (db: Db, uuid: string, { contacts = 0, messages = 0, ...others }: Erased): Promise<unknown> => {
  const { blacklisted = 0, files = 0, exports = 0, records = 0 } = others;
  return sql`
    UPDATE erasure SET steps = least(steps + 1, ${ERASURE_STEPS}), contacts = contacts + ${contacts},
      messages = messages + ${messages}, blacklisted = blacklisted + ${blacklisted}, files = files + ${files},
      exports = exports + ${exports}, records = records + ${records}
    WHERE uuid = ${uuid}`.execute(db);
};

/**
 * Marks waiting erasures as queued whose messages have their results by now, and returns their uuids: each needs a job. What
 * others still wait for is counted anew.
 */
export async function takeReadyErasures(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<Scope & { uuid: string; waiting: number }>`
    SELECT uuid, account, phone, everywhere, created_at, waiting FROM erasure WHERE status = 'waiting' ORDER BY uuid`.execute(
    db,
  );
  const ready: string[] = [];
  for (const { uuid, waiting, ...scope } of rows) {
    const now = await countWaiting(db, scope);
    if (now === 0) ready.push(uuid);
    else if (now !== waiting)
      await sql`UPDATE erasure SET waiting = ${now} WHERE uuid = ${uuid} AND status = 'waiting'`.execute(db);
  }
  const { rows: queued } = await sql<{ uuid: string }>`
    UPDATE erasure SET status = 'queued' WHERE uuid = ANY(${ready}) AND status = 'waiting' RETURNING uuid`.execute(
    db,
  );
  return queued.map(({ uuid }) => uuid);
}
