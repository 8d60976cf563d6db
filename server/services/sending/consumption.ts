import { type RawBuilder, sql } from 'kysely';

/**
 * An INSERT into `consumption` of messages that became charged or (way = -1) are no longer. `messages` is a SELECT of
 * account, campaign, operator, channel, parts, package_parts, amount and way. A message partly paid by a package counts under the
 * wallet, its parts under each.
 */
export const consumed = (messages: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO consumption AS u (account, day, campaign, operator, source, messages, parts, amount)
  SELECT account, nepal_day(now()), campaign, operator, source,
    sum(source_messages), sum(source_parts), sum(source_amount)
  FROM (
    SELECT account, campaign, operator, channel, package_parts > 0 AS by_package, package_parts < parts AS by_wallet, sum(way) AS n,
      sum(package_parts * way) AS package_parts, sum((parts - package_parts) * way) AS wallet_parts,
      sum(amount * way) AS amount
    FROM (${messages}) m GROUP BY account, campaign, operator, channel, package_parts > 0,
      package_parts < parts) alike
  CROSS JOIN LATERAL (VALUES
    ('package', by_package, CASE WHEN by_wallet THEN 0 ELSE n END, package_parts, 0::numeric),
    (CASE channel WHEN 'viber' THEN 'viber' ELSE 'wallet' END, by_wallet, n, wallet_parts, amount)
  ) AS s(source, pays, source_messages, source_parts, source_amount)
  WHERE pays
  GROUP BY account, campaign, operator, source
  ON CONFLICT (campaign, day, operator, source) DO UPDATE SET
    messages = u.messages + excluded.messages, parts = u.parts + excluded.parts, amount = u.amount + excluded.amount`;
