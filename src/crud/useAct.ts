import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { HttpError } from '../core/http.ts';

/** What is said when it is done: a translation key and what it names; nothing where the page shows it. */
type Done = [key: string, args?: Record<string, unknown>] | undefined;

/**
 * Something that the server does at a press, once for a double one. `act` answers what to say of it; a
 * refusal is told in the server's words, or in those of `failed` (a text). `after` follows either way, since
 * what the page shows may be old.
 */
export function useAct(after: () => void, failed?: (error: HttpError) => string) {
  const notify = useNotify();
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const run = async (act: () => Promise<Done>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      const done = await act();
      if (done) notify(done[0], { type: 'success', messageArgs: done[1] });
    } catch (error) {
      const known = error instanceof HttpError ? error : new HttpError(String(error));
      const text = failed?.(known) ?? known.message;
      notify(text, { type: 'error', messageArgs: { _: text } });
    }
    busy.current = false;
    setBusy(false);
    after();
  };
  return { isBusy, run };
}
