import { type RawBuilder, sql } from 'kysely';

/**
 * An INSERT into `consumption` of messages that were charged, or (way = -1) are no longer. `messages` is a
 * SELECT of account, campaign, operator, parts, package_parts, amount and way. A message that a package
 * paid for in part counts under the wallet, its parts under each.
 */
export const consumed = (messages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO consumption AS u (account, day, campaign, operator, source, messages, parts, amount)
  SELECT account, (now() AT TIME ZONE 'Asia/Kathmandu')::date, campaign, operator, source,
    sum(source_messages * way), sum(source_parts * way), sum(source_amount * way)
  FROM (${messages}) m
  CROSS JOIN LATERAL (VALUES
    ('package', (package_parts = m.parts)::int, package_parts::int, 0::numeric),
    ('wallet', (package_parts < m.parts)::int, m.parts - package_parts, m.amount)
  ) AS s(source, source_messages, source_parts, source_amount)
  WHERE source_parts > 0
  GROUP BY account, campaign, operator, source
  ON CONFLICT (campaign, day, operator, source) DO UPDATE SET
    messages = u.messages + excluded.messages, parts = u.parts + excluded.parts, amount = u.amount + excluded.amount`;
