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
/** Questions at a time: an operator's API is for sending in the first place. */
const MOST = 20;

/** Asks operators that do not report results by themselves. */
export function startReceiptPolls(options: ReceiptPollsOptions): Loop {
  const { db, links, onError } = options;

  const ask = async (due: DuePoll, link: Link): Promise<void> => {
    // Without an answer it is asked again later.
    const receipt = await link.poll?.(due).catch(() => null);
    if (!receipt || receipt.status === 'pending' || receipt.status === 'unknown') return;
    await options.onReceipt(due.link, receipt);
    await endPoll(db, due);
  };

  const step = async (): Promise<boolean> => {
    const asked = links().filter((link) => link.state === 'bound' && link.mayPoll?.());
    if (asked.length === 0) return false;
    const names = asked.map(({ name }) => name);
    const due = await takeDuePolls(db, names, { limit: MOST });
    await Promise.all(
      due.map((one) => {
        const link = asked.find(({ name }) => name === one.link);
        return link && ask(one, link).catch(onError);
      }),
    );
    return due.length === MOST;
  };
  return startLoop(step, EVERY, onError);
}
