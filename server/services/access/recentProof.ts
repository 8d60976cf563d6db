import { type RawBuilder, sql } from 'kysely';
import { hasCome } from '../platform/farTimes.ts';

/** SQL of whether a session's user has recently proved their identity. `t`: the token. */
export const hasRecentProof = (t = 't'): RawBuilder<boolean> => {
  const proved = sql.ref(`${t}.proved_at`);
  return sql`(SELECT step_up_minutes IS NULL OR (${proved} > now() - make_interval(mins => step_up_minutes) AND ${hasCome(proved)})
    FROM provider_setting)`;
};
