import type { Kysely } from 'kysely';
import type { Link, Receipt } from '../services/sending/link/link.ts';
import { type DuePoll, endPoll, takeDuePolls } from '../services/sending/receiptPolls.ts';
import { type Loop, startLoop } from './loop.ts';

export interface ReceiptPollsOptions {
  db: Kysely<unknown>;
  /** The links that this worker runs. */
  links(): readonly Link[];
  onReceipt(link: string, receipt: Receipt): void | Promise<void>;
  onError(error: unknown): void;
}

const EVERY = 1000;
/** Questions to an operator at a time: its API is for sending in the first place. */
const MOST = 20;

/** Asks operators that do not report results by themselves. Each waits for its own answers only. */
export function startReceiptPolls(options: ReceiptPollsOptions): Loop {
  const { db, links, onError } = options;

  const ask = async (due: DuePoll, link: Link): Promise<void> => {
    // Without an answer it is asked again later.
    const receipt = await link.poll?.(due).catch(() => null);
    if (!receipt || receipt.status === 'pending' || receipt.status === 'unknown') return;
    await options.onReceipt(due.link, receipt);
    await endPoll(db, due);
  };

  /** The links whose answers are awaited. */
  const asked = new Map<string, Promise<void>>();
  const askAll = async (due: readonly DuePoll[], link: Link): Promise<void> => {
    await Promise.all(due.map((one) => ask(one, link).catch(onError)));
    asked.delete(link.name);
    if (due.length === MOST) loop.wake();
  };

  const step = async (): Promise<boolean> => {
    const free = links().filter(
      (link) => link.state === 'bound' && link.mayPoll?.() && !asked.has(link.name),
    );
    if (free.length === 0) return false;
    const names = free.map(({ name }) => name);
    const due = Map.groupBy(await takeDuePolls(db, names, { each: MOST }), ({ link }) => link);
    for (const link of free) {
      const own = due.get(link.name);
      if (own) asked.set(link.name, askAll(own, link));
    }
    return false;
  };
  const loop = startLoop(step, EVERY, onError);
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await Promise.all(asked.values());
    },
  };
}
