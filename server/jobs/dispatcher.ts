import type { Kysely } from 'kysely';
import { type Claimed, claim, type Outcome, recordOutcomes, sendingCampaigns } from '../services/dispatch.ts';
import type { Link } from '../services/smpp/link.ts';
import type { SubmitOutcome } from '../services/smpp/sender.ts';
import { createBatcher } from './batcher.ts';
import { type Loop, startLoop } from './loop.ts';
import { isQuiet } from './quietHours.ts';

export interface DispatcherOptions {
  db: Kysely<unknown>;
  worker: number;
  link: Link;
  /** The most messages in hand at once, and so the most that a kill leaves unknown. */
  batch: number;
  validityHours: number;
  quietHours: string | undefined;
  /** Runs a write while no other of this process writes outcomes or receipts. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  onError: (error: unknown) => void;
}

const HOUR = 3_600_000;
const IDLE = 500;
const FLUSH = 20;
/** Temporary refusals of one message before it counts as refused: about four hours. */
const ATTEMPTS = 50;
const BACKOFF_MAX = 300;

/** Feeds one operator link from the message table, turn by turn among the campaigns that are sending. */
export function startDispatcher(options: DispatcherOptions): Loop {
  const { db, worker, link, batch, onError } = options;
  const smallest = Math.max(1, Math.floor(batch / 5));
  let inHand = 0;
  let turn = 0;
  const outcomes = createBatcher<Outcome>(
    (items) => options.exclusively(() => recordOutcomes(db, worker, items)),
    { size: Math.max(1, Math.floor(batch / 2)), delay: FLUSH, onError },
  );

  const send = async (message: Claimed, sender: string, body: string) => {
    const validity = new Date(Date.now() + options.validityHours * HOUR);
    const answer = await link.submit({
      from: sender,
      to: message.phone,
      text: message.text ?? body,
      validity,
    });
    await outcomes.add(outcomeOf(message, answer));
    inHand--;
    if (batch - inHand >= smallest) loop.wake();
  };

  const step = async (): Promise<boolean> => {
    if (link.state !== 'bound' || isQuiet(options.quietHours, new Date())) return false;
    if (batch - inHand < smallest) return false;
    const campaigns = await sendingCampaigns(db);
    if (campaigns.length === 0) return false;
    const share = Math.max(smallest, Math.floor((batch - inHand) / campaigns.length));
    for (let i = 0; i < campaigns.length; i++) {
      const free = Math.min(share, batch - inHand);
      if (free < 1) break;
      const { uuid, sender, body } = campaigns[turn++ % campaigns.length] as (typeof campaigns)[0];
      const claimed = await claim(db, worker, link.name, uuid, free);
      inHand += claimed.length;
      for (const message of claimed) void send(message, sender, body).catch(onError);
    }
    return true;
  };

  const loop = startLoop(step, IDLE, onError);
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      while (inHand > 0)
        await Promise.all([outcomes.drain(), new Promise((resolve) => setTimeout(resolve, FLUSH))]);
    },
  };
}

function outcomeOf({ uuid, attempts }: Claimed, answer: SubmitOutcome): Outcome {
  switch (answer.kind) {
    case 'submitted':
      return { uuid, status: 'submitted', ids: answer.ids };
    case 'temporary':
      if (attempts < ATTEMPTS) {
        const seconds = answer.throttled ? 1 : Math.min(BACKOFF_MAX, 2 ** Math.min(attempts, 9));
        return { uuid, status: 'queued', error: answer.error, seconds };
      }
      return { uuid, status: 'rejected', error: answer.error };
    default:
      return { uuid, status: answer.kind, error: answer.error };
  }
}
