import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { dataOf } from '../../core/dataOf.ts';
import { asFailure, type HttpError, http } from '../../core/http.ts';

type Json = <T>(path: string, body: object, idempotencyKey?: string) => Promise<T>;

/**
 * Runs one request of a small form at a time; a second press while it runs does nothing. What the server refuses is an
 * error of a field, or of the form.
 */
export function useAsk() {
  const translate = useTranslate();
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<HttpError>();
  const json: Json = async (path, body, idempotencyKey) =>
    dataOf(await http.json(path, { method: 'POST', body, ...(idempotencyKey && { idempotencyKey }) }));

  const ask = async (work: (json: Json) => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await work(json);
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const translated = (text: string | undefined) => text && translate(text, { _: text });
  const fields = failure?.body.errors;
  const fieldError = (name: string) => translated(fields?.[name]?.[0]);
  return { ask, isBusy, failure: fields ? undefined : failure, fieldError };
}
