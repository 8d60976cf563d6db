import { type Clock, type Db, systemClock } from 'pg-boss';

/** What the queue's timers go by: a time of day that is put back by hours would make them wait for as long. */
export const timerClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Longest wait before a retry, in seconds. */
export const RETRY_DELAY_MAX = 60;

/** Times that hold work up as long as they are in the future, with the latest that they can rightly be. */
const TIMES = [
  // Last claims of what one process does for all of them.
  ['version', 'cron_on', 'now()'],
  ['queue', 'monitor_claim_on', 'now()'],
  ['queue', 'maintain_on', 'now()'],
  // A dead process's job is nobody else's until then.
  ['job', 'started_on', 'now()'],
  ['job', 'heartbeat_on', 'now()'],
  ['job', 'start_after', `now() + interval '${RETRY_DELAY_MAX} seconds'`],
] as const;

/**
 * Moves times of pg-boss to now that are later than they can be: a clock of the database wrote them that was ahead, and was
 * put back since. Outside of the queue's own jobs, because these are what waits.
 */
export async function bringBackQueue(db: Db): Promise<void> {
  for (const [table, column, latest] of TIMES) {
    const which = table === 'job' ? `state < 'completed' AND ${column} > ${latest}` : `${column} > ${latest}`;
    await db.executeSql(`UPDATE pgboss.${table} SET ${column} = now() WHERE ${which}`);
  }
  // A schedule has one job for each minute. Those that are still to come have theirs already.
  await db.executeSql(`
    UPDATE pgboss.job SET singleton_on = NULL
    WHERE state <> 'cancelled' AND singleton_on > now() AT TIME ZONE 'UTC'`);
}
