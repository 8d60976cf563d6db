import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { cancelBackend, HELD_UP_MS, waitingCommits } from '../services/sending/failover/standby.ts';
import { type Loop, startLoop } from './loop.ts';

const LOOK = 1000;
/** Milliseconds that a commit may wait for its standby: then its request is answered, and its connection is free again. */
const LIMIT = 10_000;
/** Milliseconds without a waiting commit after which all is well: longer than between two heartbeats of a process. */
const CALM = 8000;

export interface ReplicationWatch extends Pick<Loop, 'stop'> {
  /** Whether commits wait for a synchronous standby that does not confirm them. */
  commitsWait(): boolean;
}

/**
 * Watches commits that wait for a synchronous standby. PostgreSQL has no limit for that wait (statement_timeout does not
 * cover it), so this process gives up its own after LIMIT: whoever waits for one learns that it may or may not be done. It
 * is committed on the primary, and would be lost only with it.
 */
export function watchReplication({ database, log }: { database: Database; log: Logger }): ReplicationWatch {
  /** Commits that were waiting at the last look, and since when. */
  let known = new Map<string, number>();
  let heldUpAt = Number.NEGATIVE_INFINITY;
  let isAnnounced = false;
  const commitsWait = () => performance.now() - heldUpAt < CALM;

  const look = async (): Promise<boolean> => {
    const waiting = new Map<string, number>();
    for (const { pid, commit } of await waitingCommits(database.db)) {
      const now = performance.now();
      const since = known.get(commit) ?? now;
      waiting.set(commit, since);
      if (now - since >= HELD_UP_MS) heldUpAt = now;
      if (now - since < LIMIT || !database.giveUp(pid)) continue;
      await cancelBackend(database.db, pid);
    }
    known = waiting;
    if (commitsWait() && !isAnnounced)
      log.error('commits wait for the synchronous standby, which does not confirm them');
    else if (isAnnounced && !commitsWait()) log.info('the standby confirms commits again');
    isAnnounced = commitsWait();
    return false;
  };
  const loop = startLoop(look, LOOK, (error) =>
    log.warn({ err: error }, 'the watch of the standby failed; it tries again'),
  );
  return { stop: loop.stop, commitsWait };
}
