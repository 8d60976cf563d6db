import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { asFailure, type HttpError } from '../core/http.ts';
import { isUncertainWithoutKey } from '../core/isUncertain.ts';

/** The success message: a translation key and its values; undefined if the page already shows the result. */
export type Done = [key: string, args?: Record<string, unknown>] | undefined;

/**
 * An action of the server on a click; a double click runs it once. `act` returns the success message. A refusal is shown in
 * the server's words or in those of `failed` (a text), which learns whether this or an earlier unanswered click may have
 * done it. `after` runs either way, because the page may be outdated.
 */
export function useAct(after: () => void, failed?: (error: HttpError, isUncertain: boolean) => string) {
  const notify = useNotify();
  const busy = useRef(false);
  const isUnanswered = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const run = async (act: () => Promise<Done>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      const done = await act();
      isUnanswered.current = false;
      if (done) notify(done[0], { type: 'success', messageArgs: done[1] });
    } catch (error) {
      const known = asFailure(error);
      isUnanswered.current = isUncertainWithoutKey(known, isUnanswered.current);
      const text = failed?.(known, isUnanswered.current) ?? known.message;
      notify(text, { type: 'error', messageArgs: { _: text } });
    } finally {
      busy.current = false;
      setBusy(false);
      after();
    }
  };
  return { isBusy, run };
}
