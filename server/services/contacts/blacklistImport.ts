import { sql } from 'kysely';
import { targetCheck } from '#schema/sheets/targetCheck.ts';
import { byPhone, type ImportTarget, isRefused, type ReadRow, textArray } from '../sheets/importTarget.ts';
import { phoneOf, placeOf, targetSentence } from '../sheets/rowCells.ts';

interface ReadNumber extends ReadRow {
  /** Empty if the file gives none. */
  reason: string;
}

/**
 * Rows that become blacklisted numbers, with source `import`. An existing number stays unchanged, because its source and
 * reason say more than the file; only a missing reason is filled in.
 */
export const blacklistTarget: ImportTarget<ReadNumber> = {
  reader(columns, mapping) {
    const phoneAt = placeOf(columns, mapping, 'phone');
    const reasonAt = placeOf(columns, mapping, 'reason');
    const check = targetCheck('blacklist', columns, mapping);
    return (row) => {
      const read = phoneOf(row, columns, phoneAt);
      if (isRefused(read)) return read;
      const found = check(row.cells);
      if (found) return read.refused(targetSentence(found));
      return { phone: read.phone, reason: row.cells[reasonAt] ?? '' };
    };
  },

  async writer() {
    return {
      async write(trx, order, rows) {
        const sorted = byPhone(rows);
        const { rows: counts } = await sql<{ created: number }>`
          WITH written AS (
            INSERT INTO blacklist_number AS b (uuid, account, phone, reason, source)
            SELECT g.uuid::uuid, ${order.account}, g.phone, coalesce(nullif(g.reason, ''), ${order.reason}::text), 'import'
            FROM unnest(${textArray(sorted.map((row) => row.uuid))},
                        ${textArray(sorted.map((row) => row.phone))},
                        ${textArray(sorted.map((row) => row.reason))}) AS g(uuid, phone, reason)
            ON CONFLICT (account, phone) DO UPDATE SET reason = excluded.reason
              WHERE coalesce(b.reason, '') = '' AND excluded.reason IS NOT NULL
            RETURNING b.xmax = 0 AS created
          )
          SELECT count(*) FILTER (WHERE created) AS created FROM written`.execute(trx);
        const created = counts[0]?.created ?? 0;
        return { created, updated: rows.length - created };
      },
    };
  },
};
