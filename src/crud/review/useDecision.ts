import { useNotify, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { number } from '../../core/format.ts';
import { isUncertainWithoutKey } from '../../core/isUncertain.ts';
import { onWritten } from '../../layout/onWritten.ts';
import type { Row } from '../DeleteButton.tsx';
import { useIsGone } from '../useIsGone.ts';
import { useDecisionDialog } from './useDecisionDialog.ts';
import { type Queue, useQueue } from './useQueue.ts';

/** One decision on a record: asked for in a dialog and sent once; then the next record of the queue opens. */
export function useDecision(queue: Queue, record: Row) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { look } = useQueue(queue, record);
  const isGone = useIsGone();
  // Somebody else was faster, the record no longer exists, or an attempt without an answer turns out to have been made.
  const { sendOnce, ...dialog } = useDecisionDialog<'approve' | 'reject'>(
    ({ code, status }) => code === 'conflict' || status === 404 || record.status !== 'pending',
  );

  async function goOn(done: string): Promise<void> {
    // A queue that cannot be loaded does not affect the decision.
    const { left, next } = await look().catch(() => ({ left: undefined, next: undefined }));
    const rest =
      left === undefined
        ? ''
        : left === 0
          ? translate('reviews.nothingWaits')
          : translate('reviews.left', { smart_count: left, count: number(left) });
    notify(`${done} ${rest}`.trim(), { type: 'success' });
    if (next && !isGone.current) navigate(queue.to(String(next.id)), { state: { fromQueue: true } });
  }

  return {
    ...dialog,
    /**
     * Sends the decision; `done` builds the success message, possibly from the response. `written`: what the record should
     * have afterwards.
     */
    send: <T>(call: () => Promise<T>, done: string | ((answer: T) => string), written: object = {}) =>
      sendOnce({
        call,
        onDone(answer) {
          onWritten(queue.entity, { uuid: record.uuid, ...written }, answer);
          return goOn(typeof done === 'string' ? done : done(answer));
        },
        // Most decisions have no idempotency key.
        isUncertain: isUncertainWithoutKey,
      }),
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
