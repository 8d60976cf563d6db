import { useNotify } from 'ra-core';
import { useState } from 'react';
import { asFormError } from '../../../core/envelope.ts';
import { HttpError, http } from '../../../core/http.ts';

export interface Sent<T> {
  /** What the server answered; missing when it refused. */
  data?: T;
  /** What it refused, by field; `root` for what belongs to none. */
  errors?: Record<string, string>;
  failure?: HttpError;
}

/** Sends changes of settings, one at a time: says when they are saved, and answers what is wrong at which field. */
export function useSettingsCall() {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    async submit<T>(
      method: 'GET' | 'PUT' | 'POST' | 'DELETE',
      path: string,
      body?: object,
      done: string | null = 'settings.saved',
      /** The `updated_at` of what was read, if the server compares it; missing in answers of older servers. */
      version?: string,
    ): Promise<Sent<T>> {
      setBusy(true);
      try {
        const options = { method, ...(body && { body }), ...(version && { ifMatch: `"${version}"` }) };
        const answer = await asFormError(http.json<{ data: T }>(path, options));
        if (done) notify(done, { type: 'success' });
        return { data: answer.data };
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const errors = error.body.errors as Record<string, string> | undefined;
        if (!errors) notify(error.message, { type: 'error', messageArgs: { _: error.message } });
        return { errors: errors ?? { root: error.message }, failure: error };
      } finally {
        setBusy(false);
      }
    },
  };
}
