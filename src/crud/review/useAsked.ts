import { useRefresh } from 'ra-core';
import { useRef, useState } from 'react';
import { asFailure, type HttpError } from '../../core/http.ts';

interface Sending<T> {
  call(): Promise<T>;
  /** After it was done, before another decision can be sent. */
  onDone(answer: T): void | Promise<void>;
  /** Whether an attempt may have been carried out, after a failure; `was`: whether one before it may have been. */
  isUncertain(failure: HttpError, was: boolean): boolean;
}

/**
 * Decisions that are asked for in a dialog and sent once: a second click while sending is ignored. `isObsolete` says after
 * which failures the dialog, which asked about what the page showed, makes room for what has happened.
 */
export function useAsked<Name extends string>(isObsolete: (failure: HttpError) => boolean) {
  const refresh = useRefresh();
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [asking, setAsking] = useState<Name>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUncertain, setUncertain] = useState(false);
  const isOld = failure !== undefined && isObsolete(failure);

  return {
    /** The open dialog. */
    asking: isOld ? undefined : asking,
    isBusy,
    /** The error to show in the dialog; `refusal` is the one that closed it. */
    failure: isOld ? undefined : failure,
    refusal: isOld ? failure : undefined,
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
    async once<T>(sending: Sending<T>): Promise<void> {
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
        setUncertain(sending.isUncertain(failed, isUncertain));
        setFailure(failed);
      } finally {
        busy.current = false;
        setBusy(false);
        refresh();
      }
    },
  };
}
