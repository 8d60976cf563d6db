import { type Kysely, sql } from 'kysely';
import { queueMessageEvents } from '../webhooks/events.ts';
import { consumed } from './consumption.ts';
import { type DailyChange, withDaily } from './daily.ts';
import type { SubmitOutcome } from './link/link.ts';
import { failureOf, momentOf, packageValue, senderOf } from './messageUse.ts';
import { polled } from './operatorIds.ts';
import { counted, type Outcome, recordOutcomes } from './outcomes.ts';
import { applyReceipts, keptReceipts } from './receipts.ts';
import { lockCampaigns, settle } from './settle.ts';
import { heldFor } from './viberMessages.ts';

/** An operator's answer about a message that was marked as unknown meanwhile. */
export interface LateAnswer {
  campaign: string;
  link: string;
  /** E.164. */
  phone: string;
  answer: SubmitOutcome;
}

/** Batch size: as many as a worker may have in flight. */
const BATCH = 2000;

/**
 * Settles unknown messages by answers that came late. Accepted ones are charged and wait for their receipts. Refused ones,
 * even temporarily, are rejected and released: the customer may have been told that they are unknown, and decides whether
 * to send them again. Answers about other messages change nothing.
 */
export async function recordLateAnswers(db: Kysely<unknown>, answers: readonly LateAnswer[]): Promise<void> {
  const known = answers.filter(({ answer }) => answer.kind !== 'unknown');
  for (let at = 0; at < known.length; at += BATCH) await record(db, known.slice(at, at + BATCH));
}

/**
 * `recordOutcomes`, also for messages that others gave up meanwhile, because this worker was cut off from the database for
 * longer than they wait: an answer that accepts or refuses one for good settles it. Refused for now it stays unknown, because
 * a repeated write could be about an earlier attempt.
 */
export async function recordAnswers(
  db: Kysely<unknown>,
  worker: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  if ((await recordOutcomes(db, worker, outcomes)) === 0) return;
  const answers = new Map(
    outcomes.flatMap((one) => {
      const answer = finalAnswer(one);
      return answer ? [[one.uuid, answer] as const] : [];
    }),
  );
  const { rows } = await sql<Omit<LateAnswer, 'answer'> & { message: string }>`
    SELECT message, campaign, link, phone FROM message_unknown WHERE message = ANY(${[...answers.keys()]})`.execute(
    db,
  );
  await recordLateAnswers(
    db,
    rows.map(({ message, ...of }) => ({ ...of, answer: answers.get(message) as SubmitOutcome })),
  );
}

function finalAnswer(outcome: Outcome): SubmitOutcome | undefined {
  if (outcome.status === 'submitted') return { kind: 'submitted', ids: [...outcome.ids] };
  return outcome.status === 'rejected' ? { kind: 'rejected', error: outcome.error } : undefined;
}

const record = (db: Kysely<unknown>, answers: readonly LateAnswer[]): Promise<void> =>
  withDaily(db, async (trx, daily) => {
    const text = JSON.stringify(
      answers.map(({ campaign, link, phone, answer }) => ({
        ...{ campaign, link, phone },
        ids: answer.kind === 'submitted' ? answer.ids : null,
        error: answer.kind === 'submitted' ? null : answer.error,
      })),
    );
    const found = sql`
      SELECT u.message, u.campaign, a.ids, a.error
      FROM jsonb_to_recordset(${text}::jsonb) AS a(campaign uuid, link text, phone text, ids jsonb, error text)
      JOIN message_unknown u ON u.link = a.link AND u.phone = a.phone AND u.campaign = a.campaign`;
    const locked = await lockCampaigns(trx, sql`SELECT campaign FROM (${found}) f`);
    if (locked.length === 0) return;
    const { rows } = await sql<DailyChange & { uuids: string[]; ids: string[] | null }>`
      WITH found AS MATERIALIZED (${found}), moved AS (
        UPDATE message m SET status = CASE WHEN f.ids IS NULL THEN 'rejected' ELSE 'submitted' END,
          operator_id = f.ids->>0, error = f.error, updated_at = now(),
          finished_at = CASE WHEN f.ids IS NULL THEN now() END
        FROM found f WHERE m.uuid = f.message AND m.status = 'unknown'
        RETURNING m.uuid, m.account, m.campaign, m.phone, m.operator, m.channel, m.parts, m.package_parts, m.amount,
          ${heldFor('m')} AS held, m.status, m.link, m.error, m.submitted_at, f.ids
      ), known AS (
        DELETE FROM message_unknown u USING moved m WHERE u.message = m.uuid
      ), told AS (
        ${queueMessageEvents(sql`(SELECT * FROM moved WHERE status = 'rejected')`)}
      ), parts AS (
        INSERT INTO message_part (link, operator_id, message, alone, viber)
        SELECT link, id, uuid, parts = 1, channel = 'viber' FROM moved, jsonb_array_elements_text(ids) AS id WHERE status = 'submitted'
        ON CONFLICT DO NOTHING
      ), polled AS (
        ${polled(sql`(SELECT link, jsonb_array_elements_text(ids) AS id, phone FROM moved WHERE status = 'submitted')`)}
      ), used AS (
        ${consumed(sql`SELECT account, campaign, operator, channel, parts, package_parts, amount, 1 AS way
                       FROM moved WHERE status = 'submitted'`)}
      ), counted AS (
        ${counted('unknown')}
      )
      -- Charged today; counted as failed on the day they were sent.
      SELECT account, ${momentOf(sql`now()`)}, operator, link, ${senderOf(sql`moved.campaign`)} AS sender, uuid_day(uuid) AS made,
        NULL AS reason, count(*) AS messages, sum(parts) AS parts, sum(amount)::text AS amount, 0 AS failed, 0 AS accepted,
        ${packageValue(sql`sum(package_parts)`)} AS package_amount
      FROM moved WHERE status = 'submitted' GROUP BY account, campaign, operator, link, uuid_day(uuid)
      UNION ALL
      SELECT account, ${momentOf(sql`submitted_at`)}, operator, link, ${senderOf(sql`moved.campaign`)}, uuid_day(uuid),
        CASE WHEN status = 'rejected' THEN ${failureOf(sql`error`, sql`status`)} END, 0, 0, '0',
        count(*) FILTER (WHERE status = 'rejected'), coalesce(sum(parts) FILTER (WHERE status = 'submitted'), 0), '0'
      FROM moved GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx);
    daily.push(...rows);
    const links = [...new Set(answers.map(({ link }) => link))];
    const ids = answers.flatMap(({ answer }) => (answer.kind === 'submitted' ? answer.ids : []));
    const received = await applyReceipts(trx, await keptReceipts(trx, links, ids), daily);
    await settle(trx, [...locked, ...received]);
  });
