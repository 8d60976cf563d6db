import { useNotify, useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { number } from '../../core/format.ts';
import { asFailure, type HttpError } from '../../core/http.ts';
import { isUncertainWithoutKey } from '../../core/isUncertain.ts';
import { onWritten } from '../../layout/onWritten.ts';
import type { Row } from '../DeleteButton.tsx';
import { useIsGone } from '../useIsGone.ts';
import { type Queue, useQueue } from './useQueue.ts';

export type Decision = 'approve' | 'reject';

/** One decision on a record: asked for in a dialog and sent once; then the next record of the queue opens. */
export function useDecision(queue: Queue, record: Row) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { look } = useQueue(queue, record);
  const isGone = useIsGone();
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Decision>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUnanswered, setUnanswered] = useState(false);

  /**
   * Somebody else was faster, the record no longer exists, or an attempt without an answer turns out to have been made: the
   * dialog, which asked about what the page showed, makes room for what has happened.
   */
  const isOld =
    failure?.code === 'conflict' || failure?.status === 404 || (failure && record.status !== 'pending');

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
    refresh();
  }

  return {
    /** The open dialog. */
    asking: isOld ? undefined : asking,
    isBusy,
    /** The error to show in the dialog; `refusal` is the one that closed it. */
    failure: isOld ? undefined : failure,
    refusal: isOld ? failure : undefined,
    /** An attempt is unanswered, so the decision may have been made. */
    isUncertain: isUnanswered,
    ask(decision: Decision) {
      setFailure(undefined);
      setAsking(decision);
    },
    close() {
      setAsking(undefined);
      setFailure(undefined);
    },
    /**
     * Sends the decision; `done` builds the success message, possibly from the response. A second click while sending is
     * ignored. `written`: what the record should have afterwards.
     */
    async send<T>(
      call: () => Promise<T>,
      done: string | ((answer: T) => string),
      written: object = {},
    ): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        const answer = await call();
        onWritten(queue.entity, { uuid: record.uuid, ...written }, answer);
        setUnanswered(false);
        setAsking(undefined);
        await goOn(typeof done === 'string' ? done : done(answer));
      } catch (error) {
        const failed = asFailure(error);
        // Most decisions have no idempotency key.
        setUnanswered((was) => isUncertainWithoutKey(failed, was));
        setFailure(failed);
        refresh();
      } finally {
        busy.current = false;
        setBusy(false);
      }
    },
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
