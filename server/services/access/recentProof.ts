import { type RawBuilder, sql } from 'kysely';

/** SQL of whether a session's user has recently proved their identity. `t`: the token. */
export const hasRecentProof = (t = 't'): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${t}.proved_at`)} > now() - make_interval(mins => (
    SELECT step_up_minutes FROM provider_setting)), true)`;
