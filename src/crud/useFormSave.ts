import { useNotify } from 'ra-core';
import { useState } from 'react';
import { asFormError } from '../core/envelope.ts';
import { HttpError } from '../core/http.ts';

/**
 * The parts of react-admin's save context that a form inside a page needs. `write` sends the values; its rejection becomes
 * field errors if the server named fields, otherwise a toast.
 */
export function useFormSave<T>(
  write: (values: Record<string, unknown>) => Promise<T>,
  onSaved: (made: T) => void,
) {
  const notify = useNotify();
  const [saving, setSaving] = useState(false);

  const save = async (values: Record<string, unknown>): Promise<object | undefined> => {
    setSaving(true);
    try {
      onSaved(await asFormError(write(values)));
      return undefined;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { errors } = error.body;
      const isShown = errors && Object.keys(errors).every((name) => name in values || name === 'root');
      if (!isShown) notify(error.message, { type: 'error', messageArgs: { _: error.message } });
      return errors ?? { root: error.message };
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
}
