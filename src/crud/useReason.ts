import { useTranslate } from 'ra-core';
import { type ChangeEvent, useRef, useState } from 'react';

/** A reason that a dialog demands, and the props of its text field. */
export function useReason(help: string) {
  const translate = useTranslate();
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  return {
    /** Answers it trimmed, or undefined where there is none: then the field says so and has the focus. */
    take(): string | undefined {
      const reason = value.trim();
      if (reason) return reason;
      setMissing(true);
      inputRef.current?.focus();
      return undefined;
    },
    /** Complains no more, for when the dialog closes. */
    calm: () => setMissing(false),
    field: {
      ...{ value, inputRef, error: isMissing, multiline: true, fullWidth: true },
      helperText: isMissing ? translate('crud.error.required') : help,
      onChange({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setValue(target.value);
        setMissing(false);
      },
    },
  };
}
