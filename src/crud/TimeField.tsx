import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { digits } from '../core/format.ts';
import { readTime } from './moment.ts';

interface Props {
  id: string;
  label: string;
  /** As typed, or `hh:mm`. */
  time: string;
  onChange(time: string): void;
  onBlur?: (() => void) | undefined;
  /** An empty or unreadable time is wrong, too. */
  isMissing?: boolean;
  disabled?: boolean | undefined;
  help?: ReactNode;
}

/** A time of day in 24 hours, typed (14:30, 1430, 9.05, १४:३०) and written out when the field is left. */
export function TimeField({ id, label, time, onChange, onBlur, isMissing, disabled, help }: Props) {
  const translate = useTranslate();
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && time !== '' && !readTime(time);
  const writeOut = () => {
    const read = readTime(time);
    if (read && read !== time) onChange(read);
  };
  return (
    <TextField
      id={id}
      label={label}
      value={digits(time)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        setLeft(true);
        writeOut();
        onBlur?.();
      }}
      // Before the form reads it: a change afterwards would clear the errors that it has just shown.
      onKeyDown={({ key }) => {
        if (key === 'Enter') writeOut();
      }}
      disabled={disabled}
      error={isWrong || (Boolean(isMissing) && !readTime(time))}
      helperText={isWrong ? translate('calendar.noTime') : help}
      slotProps={{
        htmlInput: {
          inputMode: 'numeric',
          maxLength: 5,
          autoComplete: 'off',
          placeholder: digits('14:30'),
        },
      }}
    />
  );
}
