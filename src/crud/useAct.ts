import { useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { asFailure } from '../core/http.ts';
import { isUncertainWithoutKey } from '../core/isUncertain.ts';

/** The success message: a translation key and its values; undefined if the page already shows the result. */
export type Done = [key: string, args?: Record<string, unknown>] | undefined;

/**
 * An action of the server on a click; a double click runs it once. `act` returns the success message. A failure is shown in
 * the server's words, or in the text of the key `failed` with them as `reason`; in that of `uncertain` if this or an
 * earlier unanswered click may have done it. `after` runs either way, because the page may be outdated.
 */
export function useAct(after: () => void, failed?: string, uncertain = failed) {
  const notify = useNotify();
  const translate = useTranslate();
  const busy = useRef(false);
  const unanswered = useRef(new Set<string>());
  const [running, setRunning] = useState<string>();

  /** `what` tells the actions of one hook apart. */
  const run = async (act: () => Promise<Done>, what = ''): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setRunning(what);
    try {
      const done = await act();
      unanswered.current.delete(what);
      if (done) notify(done[0], { type: 'success', messageArgs: done[1] });
    } catch (error) {
      const failure = asFailure(error);
      const { message } = failure;
      const isOpen = isUncertainWithoutKey(failure, unanswered.current.has(what));
      if (isOpen) unanswered.current.add(what);
      const reason = translate(message, { _: message });
      const text = (isOpen ? uncertain : failed) ?? message;
      notify(text, { type: 'error', messageArgs: { _: text, reason, cause: message } });
    } finally {
      busy.current = false;
      setRunning(undefined);
      after();
    }
  };
  return { isBusy: running !== undefined, running, run };
}
