import { type Kysely, sql } from 'kysely';
import type { LinkCost, LinkCostInput } from '#schema/linkCost.ts';
import { operatorLink } from '#schema/operatorLink.ts';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';

/** Older prices stay in the table; the console shows these. */
const SHOWN = 200;
/** Nepal's hours begin a quarter past those of UTC. */
const HOUR = 3_600_000;
const QUARTER = 900_000;
/**
 * A price is committed before the first message that it is for can be recorded: otherwise that message would be counted
 * without it (message_use).
 */
const AHEAD = sql`interval '1 minute'`;

async function linkName(db: Db, uuid: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM operator_link WHERE uuid = ${uuid}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].name;
}

/** What a part has cost, costs and will cost over a link, newest first. */
export async function linkCosts(db: Db, uuid: string): Promise<LinkCost[]> {
  const link = await linkName(db, uuid);
  const { rows } = await sql<LinkCost>`
    SELECT uuid, price::float8 AS price, valid_from, CASE WHEN valid_from > now() THEN 'future'
      WHEN row_number() OVER (PARTITION BY valid_from > now() ORDER BY valid_from DESC) = 1 THEN 'in-force'
      ELSE 'past' END AS status
    FROM link_cost WHERE link = ${link} ORDER BY valid_from DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}

/** The first hour that a price can begin at. */
const nextHour = sql`
  date_bin('1 hour', now() + ${AHEAD}, timestamptz '2000-01-01 00:15Z') + interval '1 hour'`;

const isFullHour = (moment: string): boolean => (Date.parse(moment) - QUARTER) % HOUR === 0;

/** Sets what a part costs over a link from an hour on; another price for the same hour replaces it. */
export const setLinkCost = (
  db: Kysely<unknown>,
  caller: Actor,
  uuid: string,
  { price, valid_from: asked }: LinkCostInput,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const link = await linkName(trx, uuid);
    if (asked && !isFullHour(asked))
      throw invalidField('valid_from', 'A cost price begins at a full hour, Nepal time.');
    const { rows } = await sql<{ valid_from: string }>`
      INSERT INTO link_cost AS c (link, price, valid_from)
      SELECT ${link}, ${price}::numeric, at FROM (SELECT coalesce(${asked ?? null}::timestamptz, ${nextHour}) AS at) a
      WHERE at > now() + ${AHEAD}
      ON CONFLICT (link, valid_from) DO UPDATE SET price = excluded.price RETURNING valid_from`.execute(trx);
    if (!rows[0])
      throw invalidField(
        'valid_from',
        'A cost price cannot begin in the past. Choose a later day, or leave it empty for the next full hour.',
      );
    const after = { cost_price: price, cost_from: rows[0].valid_from };
    await audit(trx, caller, {
      ...{ action: 'update', entity: operatorLink.name, record: uuid, account: null, title: link, after },
    });
  });

/** Removes a price that is not in force yet. */
export const removeLinkCost = (
  db: Kysely<unknown>,
  caller: Actor,
  uuid: string,
  cost: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const link = await linkName(trx, uuid);
    const { rows } = await sql<{ price: number | null; valid_from: string; gone: boolean }>`
      WITH gone AS (
        DELETE FROM link_cost WHERE uuid = ${cost} AND link = ${link} AND valid_from > now() + ${AHEAD} RETURNING uuid)
      SELECT price::float8 AS price, valid_from, uuid IN (SELECT uuid FROM gone) AS gone
      FROM link_cost WHERE uuid = ${cost} AND link = ${link}`.execute(trx);
    const [found] = rows;
    if (!found) throw notFound();
    if (!found.gone)
      throw new Problem(
        'conflict',
        'This cost price is already in force and cannot be removed. Add another one instead.',
      );
    const before = { cost_price: found.price, cost_from: found.valid_from };
    await audit(trx, caller, {
      ...{ action: 'update', entity: operatorLink.name, record: uuid, account: null, title: link, before },
    });
  });

/** Gives a new link the prices of another one: all, or those from the next hour on if a deleted link of its name has had some. */
export async function copyLinkCosts(trx: Db, from: string, to: string): Promise<void> {
  await sql`
    WITH newest AS (SELECT price FROM link_cost WHERE link = ${to} ORDER BY valid_from DESC LIMIT 1)
    INSERT INTO link_cost (link, price, valid_from)
    SELECT ${to}, price, valid_from FROM link_cost WHERE link = ${from} AND NOT EXISTS (SELECT FROM newest)
    UNION ALL
    SELECT ${to}, price, greatest(valid_from, ${nextHour}) FROM link_cost
    WHERE link = ${from} AND (SELECT price IS NULL FROM newest) AND valid_from >= (
      SELECT max(valid_from) FROM link_cost WHERE link = ${from} AND valid_from <= ${nextHour})
    ON CONFLICT (link, valid_from) DO UPDATE SET price = excluded.price`.execute(trx);
}

/** Ends the prices of a link that is deleted: another link may get its name. */
export async function endLinkCosts(trx: Db, link: string): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM link_cost WHERE link = ${link} AND valid_from > ${nextHour})
    INSERT INTO link_cost (link, price, valid_from)
    SELECT ${link}, NULL, ${nextHour} WHERE EXISTS (SELECT FROM link_cost WHERE link = ${link})
    ON CONFLICT (link, valid_from) DO UPDATE SET price = NULL`.execute(trx);
}
