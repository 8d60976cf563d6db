import { sql } from 'kysely';
import { loadNumberPlan } from '../platform/numbers.ts';
import { byPhone, type ImportTarget, textArray } from '../sheets/importTarget.ts';
import { contactReader, type ReadContact } from './contactRows.ts';

/** Rows that become contacts. An existing contact gets the file's name, if any, and the groups and attributes are added. */
export const contactTarget: ImportTarget<ReadContact> = {
  reader: contactReader,

  async writer(db) {
    const plan = await loadNumberPlan(db);
    return {
      async write(trx, order, rows) {
        const sorted = byPhone(rows);
        // Locked so that a group that is being deleted gets no member; deleted groups are skipped.
        const groups = await sql<{ uuid: string }>`
          SELECT uuid FROM contact_group WHERE account = ${order.account} AND uuid = ANY(${order.groups})
          FOR KEY SHARE`.execute(trx);
        const { rows: counts } = await sql<{ created: number; updated: number }>`
          WITH written AS (
            INSERT INTO contact AS c (uuid, account, name, phone, operator, groups, attributes)
            SELECT g.uuid::uuid, ${order.account}, g.name, g.phone, g.operator,
              ${groups.rows.map((group) => group.uuid)}::uuid[], g.attributes::jsonb
            FROM unnest(${textArray(sorted.map((row) => row.uuid))},
                        ${textArray(sorted.map((row) => row.phone))},
                        ${textArray(sorted.map((row) => row.name))},
                        ${textArray(sorted.map((row) => plan.find(row.phone).operator))},
                        ${textArray(sorted.map((row) => row.attributes))})
              AS g(uuid, phone, name, operator, attributes)
            ON CONFLICT (account, phone) DO UPDATE SET
              name = CASE WHEN excluded.name = '' THEN c.name ELSE excluded.name END,
              operator = excluded.operator,
              groups = CASE WHEN c.groups @> excluded.groups THEN c.groups
                ELSE ARRAY(SELECT DISTINCT unnest(c.groups || excluded.groups)) END,
              attributes = c.attributes || excluded.attributes
            RETURNING c.xmax = 0 AS created
          )
          SELECT count(*) FILTER (WHERE created) AS created, count(*) FILTER (WHERE NOT created) AS updated
          FROM written`.execute(trx);
        return counts[0] ?? { created: 0, updated: 0 };
      },
    };
  },
};
