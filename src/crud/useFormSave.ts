import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { asFormError } from '../core/envelope.ts';
import { HttpError } from '../core/http.ts';
import { onWritten } from '../layout/onWritten.ts';

/**
 * The parts of react-admin's save context that a form inside a page needs. `write` sends the values of an
 * `entity`; its rejection becomes field errors if the server named fields, otherwise a toast. Values that are missing in its
 * answer are told like those of other forms.
 */
export function useFormSave<T>(
  entity: Outline,
  write: (values: Record<string, unknown>) => Promise<T>,
  onSaved: (made: T) => void,
) {
  const notify = useNotify();
  const [saving, setSaving] = useState(false);

  const save = async (values: Record<string, unknown>): Promise<object | undefined> => {
    setSaving(true);
    try {
      const made = await asFormError(write(values));
      onWritten(entity, values, made);
      onSaved(made);
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
