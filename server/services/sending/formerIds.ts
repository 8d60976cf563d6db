import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Hours, validityHours } from './deliverySettings.ts';

/** Minutes after a change of a link's settings in which answers to messages may still be read in the former notation. */
const RECONNECTING = 5;

/** The numbers that an id may mean: as a decimal and as a hexadecimal one. */
function numbersOf(id: string): bigint[] {
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(id)?.[1];
  if (!digits) return [];
  return [...(/^\d+$/.test(id) ? [BigInt(id)] : []), BigInt(`0x${digits}`)];
}

/** Whether two ids are the same number, in whatever notations. */
export function isSameNumber(one: string, other: string): boolean {
  const numbers = numbersOf(one);
  return numbersOf(other).some((number) => numbers.includes(number));
}

/**
 * Gives kept receipts `k` (SQL `which`) the ids under which their messages are stored, where a link's notation of ids has been
 * changed since: those of messages over the same link to the same number, without a result, whose id is the same number in any
 * notation. They are then found by them. Until the validity of the last such message is over.
 */
export async function nameByFormerIds(
  db: Kysely<unknown>,
  which: RawBuilder<unknown>,
  validity: Hours = validityHours,
): Promise<void> {
  const { rows } = await sql<{ id: number; operator_id: string; stored: string }>`
    SELECT k.id, k.operator_id, s.stored
    FROM operator_link l JOIN receipt k ON k.link = l.name
      JOIN message m ON m.phone = k.phone AND m.link = k.link AND m.status IN ('submitted', 'expired')
        AND m.submitted_at < l.message_ids_set_at + make_interval(mins => ${RECONNECTING})
        AND m.submitted_at > now() - make_interval(hours => ${validity}) AND m.created_at <= k.received_at
      CROSS JOIN LATERAL (
        SELECT m.operator_id AS stored
        UNION SELECT p.operator_id FROM message_part p WHERE p.message = m.uuid AND NOT p.alone) s
    WHERE l.message_ids_set_at > now() - make_interval(hours => ${validity}) AND ${which}
    ORDER BY k.id, m.uuid DESC`.execute(db);
  const renamed = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((all) => {
    const isFound = all.some(({ operator_id, stored }) => operator_id === stored);
    const found = all.find(({ operator_id, stored }) => isSameNumber(operator_id, stored));
    return found && !isFound ? [found] : [];
  });
  if (renamed.length === 0) return;
  await sql`
    UPDATE receipt k SET operator_id = f.stored
    FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) AS f(id bigint, operator_id text, stored text)
    WHERE k.id = f.id AND k.operator_id = f.operator_id`.execute(db);
}
