import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/**
 * A delivered campaign of the customer, its messages numbered from +9779841000001; every text except its body
 * is null.
 */
export async function sentMessages(
  { db, accounts }: Pick<TestApp, 'db' | 'accounts'>,
  count: number,
  body = 'Hello',
): Promise<{ campaign: string; messages: string[] }> {
  const { rows: campaigns } = await sql<{ uuid: string }>`
    WITH plan AS (
      INSERT INTO plan (account, request_hash, expires_at, used) VALUES (${accounts.customer}, '', now(), true) RETURNING uuid)
    INSERT INTO campaign (account, "user", name, status, sender, body, encoding, recipients, queued, delivered, parts,
      package_parts, cost, cost_exact, prices, plan, finished_at)
    SELECT ${accounts.customer}, u.uuid, 'Dues', 'completed', 'DEMO', ${body}, 'GSM-7', ${count}, 0, ${count}, ${count},
      0, 0, 0, '{}', plan.uuid, now()
    FROM plan, users u WHERE u.account = ${accounts.customer} LIMIT 1 RETURNING uuid`.execute(db);
  const campaign = campaigns[0]?.uuid as string;
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO message (account, campaign, row, phone, operator, parts, package_parts, amount, status)
    SELECT ${accounts.customer}, ${campaign}, n, '+97798410' || lpad(n::text, 5, '0'), 'ntc', 1, 0, 0, 'delivered'
    FROM generate_series(1, ${count}::int) n RETURNING uuid`.execute(db);
  return { campaign, messages: rows.map(({ uuid }) => uuid) };
}
