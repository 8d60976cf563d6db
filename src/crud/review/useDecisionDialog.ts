import { useRefresh } from 'ra-core';
import { useRef, useState } from 'react';
import { asFailure, type HttpError } from '../../core/http.ts';

interface Sending<T> {
  call(): Promise<T>;
  /** After it was made, before another one can be sent. */
  onDone(answer: T): void | Promise<void>;
  /** Whether the decision may have been made, after a failure; `was`: whether it may have been before this attempt. */
  isUncertain(failure: HttpError, was: boolean): boolean;
}

/**
 * Decisions that are asked for in a dialog and sent once: a second click while sending is ignored. `isObsolete`: after these
 * failures the record is not what the dialog asked about, so that it closes, and the page shows the error.
 */
export function useDecisionDialog<Name extends string>(isObsolete: (failure: HttpError) => boolean) {
  const refresh = useRefresh();
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Name>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUncertain, setUncertain] = useState(false);
  const isClosed = failure !== undefined && isObsolete(failure);

  return {
    /** The open dialog. */
    asking: isClosed ? undefined : asking,
    isBusy,
    /** The error to show in the dialog; `refusal` is the one that closed it. */
    failure: isClosed ? undefined : failure,
    refusal: isClosed ? failure : undefined,
    /** An attempt is unanswered, so the decision may have been made. */
    isUncertain,
    ask(name: Name) {
      setFailure(undefined);
      setAsking(name);
    },
    close() {
      setAsking(undefined);
      setFailure(undefined);
    },
    async sendOnce<T>(sending: Sending<T>): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        const answer = await sending.call();
        setUncertain(false);
        setAsking(undefined);
        await sending.onDone(answer);
      } catch (error) {
        const failed = asFailure(error);
        setUncertain((was) => sending.isUncertain(failed, was));
        setFailure(failed);
      } finally {
        busy.current = false;
        setBusy(false);
        refresh();
      }
    },
  };
}

export type DecisionDialog = ReturnType<typeof useDecisionDialog>;
