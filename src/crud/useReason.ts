import { useTranslate } from 'ra-core';
import { type ChangeEvent, useRef, useState } from 'react';

/** A reason in a dialog, and the props of its text field. */
export function useReason(help: string) {
  const translate = useTranslate();
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const write = (text: string) => {
    setValue(text);
    setMissing(false);
  };
  return {
    write,
    /** Returns it trimmed, or undefined if it is empty: then the field shows an error and gets the focus. */
    take(): string | undefined {
      const reason = value.trim();
      if (reason) return reason;
      setMissing(true);
      inputRef.current?.focus();
      return undefined;
    },
    /** Clears the error, for when the dialog closes. */
    calm: () => setMissing(false),
    /** Clears the text after it was sent. */
    clear: () => setValue(''),
    field: {
      ...{ value, inputRef, error: isMissing, multiline: true, fullWidth: true },
      helperText: isMissing ? translate('crud.error.required') : help,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => write(target.value),
    },
  };
}
