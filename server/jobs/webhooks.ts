import type { Kysely } from 'kysely';
import { refuseNewer } from '../db/migrate.ts';
import { unlessClosed } from '../db/unavailable.ts';
import { webhookAttempts } from '../services/platform/meters.ts';
import {
  type Claimed,
  claimDue,
  dueDeliveries,
  gather,
  recordAttempt,
  requeue,
} from '../services/webhooks/deliveries.ts';
import type { Poster } from '../services/webhooks/post.ts';
import { startLoop } from './loop.ts';

const TICK = 1000;
/** Maximum webhooks that one process calls at the same time. */
const WEBHOOKS_AT_ONCE = 64;

export interface WebhookSender {
  /** Aborts running requests, which are due again at once. */
  stop(): Promise<void>;
}

/**
 * Delivers to webhooks until it is stopped: collects events every second, and calls each webhook with a few requests at a
 * time, so that a slow or broken one does not delay others. Every process may do so.
 */
export function startWebhooks({
  db,
  poster,
  deliverMail,
  log,
}: {
  db: Kysely<unknown>;
  poster: Poster;
  deliverMail(): Promise<void>;
  log: { error(details: object, message: string): void };
}): WebhookSender {
  const ending = new AbortController();
  const onError = unlessClosed((error) => log.error({ err: error }, 'webhooks could not be called'));
  const onUnreadable = (error: unknown) =>
    log.error({ err: error }, 'a webhook cannot be called: its secret cannot be read');
  /** The state of each webhook that is being called. */
  const busy = new Map<string, Promise<void>>();

  const deliver = async (claimed: Claimed): Promise<void> => {
    const answer = await poster.post(claimed, ending.signal);
    if (!answer) return requeue(db, claimed);
    webhookAttempts.inc({ outcome: answer.ok ? 'delivered' : answer.http_status ? 'refused' : 'unanswered' });
    if (await recordAttempt(db, claimed, answer)) await deliverMail();
  };

  const loop = startLoop(
    async () => {
      await refuseNewer(db);
      const due = await dueDeliveries(db);
      const more = due.events && (await gather(db));
      if (!due.events && !due.deliveries) return false;
      if (busy.size >= WEBHOOKS_AT_ONCE) return false;
      const claimed = await claimDue(db, [...busy.keys()], WEBHOOKS_AT_ONCE - busy.size, onUnreadable);
      for (const [webhook, deliveries] of Map.groupBy(claimed, (one) => one.webhook)) {
        const work = Promise.all(deliveries.map((one) => deliver(one).catch(onError)));
        busy.set(
          webhook,
          work.then(() => {
            busy.delete(webhook);
            loop.wake();
          }),
        );
      }
      return more;
    },
    TICK,
    onError,
  );
  return {
    async stop() {
      const stopped = loop.stop();
      await stopped;
      ending.abort();
      await Promise.all(busy.values());
      poster.close();
    },
  };
}
