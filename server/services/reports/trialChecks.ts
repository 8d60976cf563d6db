import { sql } from 'kysely';
import type { Check } from './bookChecks.ts';

/** Messages of a trial (services/sending/trial.ts) are free and go to one number each; and each was counted. */
export const trialChecks: Record<string, Check> = {
  'trial-charge': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(0, 0, 1)::text, ROW(c.cost_exact, c.package_parts, c.recipients)::text
    FROM campaign c
    WHERE ${mine('c.account')} AND c.trial AND (c.cost_exact, c.package_parts, c.recipients) <> (0, 0, 1)`,

  // A code's campaign is the provider's, but its user is of the account that it counts for.
  'trial-count': (mine) => sql`
    SELECT x.account, x.account::text, x.n::text, x.used::text FROM (
      SELECT coalesce(t.account, s.account) AS account, coalesce(t.used, 0) AS used, coalesce(s.n, 0) AS n
      FROM trial t FULL JOIN (
        SELECT u.account, count(*) AS n FROM campaign c JOIN users u ON u.uuid = c."user" WHERE c.trial GROUP BY u.account
      ) s ON s.account = t.account) x
    WHERE ${mine('x.account')} AND x.n <> x.used`,
};
