import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { unmark } from '../platform/listMarks.ts';
import { isOpen, type Month, withMonths } from './monthWork.ts';
import { isOver } from './retention.ts';

/** Messages deleted in one transaction. */
const BATCH = 5000;

/** SQL: the accounts with messages in a table, one look into its index for each. */
const accountsIn = (table: RawBuilder<unknown>) => sql<{ account: string }>`
  WITH RECURSIVE found AS (
    (SELECT account FROM ${table} ORDER BY account LIMIT 1)
    UNION ALL
    SELECT (SELECT account FROM ${table} WHERE account > found.account ORDER BY account LIMIT 1)
    FROM found WHERE found.account IS NOT NULL
  ) SELECT account FROM found WHERE account IS NOT NULL`;

/** Whether an account with a period of its own still keeps messages of a month that began at `start`. */
export async function isKeptByOne(db: Db, { name }: Month, start: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    SELECT EXISTS (
      SELECT FROM account a WHERE a.message_months IS NOT NULL AND NOT ${isOver(start, sql`a.message_months`)}
        AND EXISTS (SELECT FROM ${sql.table(name)} m WHERE m.account = a.uuid)) AS kept`.execute(db);
  return rows[0]?.kept === true;
}

/**
 * Removes the messages of a month from accounts that keep them no longer, while others do. With `byDefault` the provider's
 * own period is over, too. Messages of campaigns that are open stay.
 */
export async function removeOfAccounts(
  db: Kysely<unknown>,
  month: Month,
  start: RawBuilder<unknown>,
  byDefault: boolean,
): Promise<void> {
  const table = sql.table(month.name);
  const own = sql`a.message_months IS NOT NULL AND ${isOver(start, sql`a.message_months`)}`;
  const { rows } = await (byDefault
    ? sql<{ account: string }>`
        SELECT f.account FROM (${accountsIn(table)}) f JOIN account a ON a.uuid = f.account
        WHERE a.message_months IS NULL OR ${own}`
    : sql<{ account: string }>`
        SELECT a.uuid AS account FROM account a
        WHERE ${own} AND EXISTS (SELECT FROM ${table} m WHERE m.account = a.uuid)`
  ).execute(db);
  for (const { account } of rows) {
    const { rows: campaigns } = await sql<{ uuid: string }>`
      SELECT c.uuid FROM campaign c
      WHERE c.account = ${account} AND c.uuid < ${month.high} AND NOT ${isOpen}
        AND EXISTS (SELECT FROM ${table} m WHERE m.campaign = c.uuid)
      ORDER BY c.uuid`.execute(db);
    for (const { uuid } of campaigns)
      while ((await removeSome(db, month, { account, campaign: uuid })) === BATCH) {}
  }
}

/** Deletes some messages of a campaign with their parts, and returns how many; none while another process is at it. */
const removeSome = (
  db: Kysely<unknown>,
  { name, low, high }: Month,
  { account, campaign }: { account: string; campaign: string },
): Promise<number | undefined> =>
  withMonths(db, async (trx) => {
    await sql`
      UPDATE campaign SET messages_removed_at = coalesce(messages_removed_at, now()) WHERE uuid = ${campaign}`.execute(
      trx,
    );
    // Through the parent table, whose triggers keep the totals.
    const { rows } = await sql<{ uuid: string }>`
      WITH gone AS (
        DELETE FROM message WHERE uuid >= ${low} AND uuid < ${high} AND uuid IN (
          SELECT uuid FROM ${sql.table(name)} WHERE campaign = ${campaign} ORDER BY uuid LIMIT ${BATCH})
        RETURNING uuid, link, operator_id, viber_link, viber_id
      ), viber_parts AS (
        DELETE FROM message_part p USING gone g
        WHERE p.operator_id = g.viber_id AND p.link = g.viber_link AND p.message = g.uuid AND p.alone AND g.viber_id <> coalesce(g.operator_id, '')
      ), only_parts AS (
        DELETE FROM message_part p USING gone g
        -- Of an unknown one the operator may know ours.
        WHERE p.operator_id = coalesce(g.operator_id, g.uuid::text) AND p.link = g.link AND p.message = g.uuid AND p.alone
      ), several_parts AS (
        DELETE FROM message_part p USING gone g WHERE p.message = g.uuid AND NOT p.alone
      )
      SELECT uuid FROM gone ORDER BY uuid`.execute(trx);
    await unmark(
      trx,
      'message',
      account,
      rows.map(({ uuid }) => uuid),
    );
    return rows.length;
  });
