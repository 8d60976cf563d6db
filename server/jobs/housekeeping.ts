import { type Kysely, sql } from 'kysely';
import { FILE_DAYS } from '#schema/fileDays.ts';
import { ALERT_DAYS } from '#schema/securityAlert.ts';
import { isActiveSession } from '../services/access/sessions.ts';
import { bringBackTries } from '../services/access/signInLimits.ts';
import type { Files } from '../services/files/files.ts';
import { bringBackMail } from '../services/mail/mail.ts';
import { keepExports } from '../services/people/accountExport.ts';
import { deleteAll } from '../services/platform/deleteAll.ts';
import { bringBack } from '../services/platform/farTimes.ts';
import { keepMarks } from '../services/platform/listMarks.ts';
import { keepParts } from '../services/platform/listParts.ts';
import { failStuck } from '../services/platform/longRecords.ts';
import { takeSteps } from '../services/platform/steps.ts';
import { NIL_UUID } from '../services/platform/uuidBounds.ts';
import { forgetReportMonths } from '../services/reports/reportMail.ts';
import { clearDays } from '../services/sending/campaignDays.ts';
import { keepMonths } from '../services/sending/messageMonths.ts';
import { keepMessageUse } from '../services/sending/messageUse.ts';
import { followNumberPlan } from '../services/sending/numberPlan.ts';
import { keepPolls } from '../services/sending/receiptPolls.ts';
import { expireUnknown, sweepOldReceipts } from '../services/sending/receiptSweep.ts';
import { readRetention } from '../services/sending/retention.ts';
import { isUnused, unusedSince } from '../services/sending/unusedFiles.ts';
import { liveWorkers } from '../services/sending/workers.ts';
import { keepDeliveries } from '../services/webhooks/deliveries.ts';

const RECEIPT_DAYS = 7;
const MAIL_DAYS = 7;

/**
 * Deletes expired data, and settles messages whose receipt will not come. What fails holds up nothing else, and is thrown at
 * the end. `patient`: a database without the statement limit, for what reads whole days and months of messages.
 */
export const runHousekeeping = (
  db: Kysely<unknown>,
  files: Files,
  { patient = db }: { patient?: Kysely<unknown> } = {},
): Promise<void> =>
  takeSteps([
    () => sweepOldReceipts(db),
    () => expireUnknown(db),
    () => keepPolls(db),
    async () => {
      // Before old messages are removed, and not without it.
      await keepMessageUse(patient);
      await keepMonths(patient, (await readRetention(db)).message_months);
    },
    () => keepMarks(db),
    () => keepParts(db),
    () => failStuck(db, 'contact-import'),
    () => keepExports(db, files),
    () => failStuck(db, 'erasure'),
    () => followNumberPlan(db),
    () => bringBack(db, ['server_process', 'seen_at'], sql`true`, sql`interval '1 minute'`),
    () => sql`DELETE FROM server_process WHERE seen_at < now() - interval '1 day'`.execute(db),
    () =>
      sql`
        DELETE FROM worker_journal
        WHERE opened_at < now() - interval '1 day' AND worker NOT IN (${liveWorkers} UNION SELECT worker FROM hand)`.execute(
        db,
      ),
    () => deleteAll(db, 'sending_mark', sql`marked_at < now() - interval '1 year'`),
    () => deleteAll(db, 'token', sql`NOT ${isActiveSession()}`),
    () => clearAccountMail(db),
    () => bringBackMail(db),
    () => clearLimits(db),
    () => forgetReportMonths(db),
    () => clearDays(db),
    () => keepDeliveries(db),
    () => deleteAll(db, 'idempotency_key', sql`created_at < now() - interval '24 hours'`),
    () => clearPlans(db),
    () => deleteAll(db, 'receipt', sql`received_at < now() - make_interval(days => ${RECEIPT_DAYS})`),
    () => clearFiles(db, files),
  ]);

/** Deletes expired plans, one at a time because each may have a million recipients; one that is just being sent stays. */
async function clearPlans(db: Kysely<unknown>): Promise<void> {
  const clearNext = sql`
    WITH next AS (
      SELECT uuid FROM plan WHERE NOT used AND expires_at < now() ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM plan USING next WHERE plan.uuid = next.uuid RETURNING plan.uuid
    ), recipients AS (
      DELETE FROM plan_recipient r USING gone WHERE r.plan = gone.uuid
    )
    SELECT FROM gone`;
  while ((await clearNext.execute(db)).rows.length > 0) {}
}

/**
 * Deletes files that nothing uses, FILE_DAYS after they were uploaded or their last record or import left them, oldest first.
 * Rows are deleted after their files, so that a failed deletion is retried, and one by one: a bucket may take its time, and a
 * transaction that does nothing for a minute is ended (db/database.ts). The row of an import's file stays without the file, as
 * after an erasure: the import refers to it. Uploads that are just being attached are skipped.
 */
async function clearFiles(db: Kysely<unknown>, files: Files): Promise<void> {
  let before = NIL_UUID;
  const old = sql`now() - make_interval(days => ${FILE_DAYS})`;
  const isImported = sql`EXISTS (SELECT FROM contact_import i WHERE i.file = f.uuid)`;
  const clearNext = () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ uuid: string; path: string }>`
        WITH next AS (
          SELECT uuid, path, ${isImported} AS is_imported FROM file f
          WHERE uuid > ${before} AND ${isUnused} AND ${unusedSince} < ${old} AND NOT (erased_at IS NOT NULL AND ${isImported})
          ORDER BY uuid LIMIT 1 FOR UPDATE SKIP LOCKED
        ), gone AS (
          DELETE FROM file f USING next n WHERE f.uuid = n.uuid AND NOT n.is_imported
        ), emptied AS (
          UPDATE file f SET erased_at = now() FROM next n WHERE f.uuid = n.uuid AND n.is_imported
        )
        SELECT uuid, path FROM next`.execute(trx);
      const [next] = rows;
      if (next) await files.remove(next.path);
      return next;
    });
  for (let next = await clearNext(); next; next = await clearNext()) before = next.uuid;
}

/** Expired counters, and sign-in places unused for half a year. */
async function clearLimits(db: Kysely<unknown>): Promise<void> {
  await deleteAll(db, 'request_count', sql`ends_at < now()`);
  await bringBackTries(db);
  await deleteAll(db, 'sign_in_try', sql`last_at < now() - interval '1 day'`);
  await deleteAll(db, 'sign_in_place', sql`seen_at < now() - interval '180 days'`);
}

/** Expired sign-ups and links, and old mail. */
async function clearAccountMail(db: Kysely<unknown>): Promise<void> {
  for (const table of ['signup', 'password_reset', 'passkey_challenge', 'address_change'])
    await deleteAll(db, table, sql`expires_at < now()`);
  await deleteAll(db, 'security_alert', sql`created_at < now() - make_interval(days => ${ALERT_DAYS})`);
  await deleteAll(db, 'mail', sql`created_at < now() - make_interval(days => ${MAIL_DAYS})`);
  await deleteAll(db, 'mail_quota', sql`times[cardinality(times)] < now() - interval '1 hour'`);
}
