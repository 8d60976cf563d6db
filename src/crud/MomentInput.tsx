import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type ReactNode, type Ref, useState } from 'react';
import { digits, ZONE_IN_FULL } from '../core/format.ts';
import { joined, readTime, split } from './moment.ts';
import { NepaliDateInput } from './NepaliDateInput.tsx';
import './momentInput.css';

export interface MomentInputProps {
  /** The text of both inputs (`joined`). */
  at: string;
  onChange(at: string): void;
  label: string;
  id: string;
  name?: string;
  /** The first ISO day allowed. */
  min?: string;
  help?: ReactNode;
  error?: boolean;
  disabled?: boolean;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?(): void;
}

/** A day in the reader's calendar and a time of day in Nepal, in 24 hours. */
export function MomentInput({ at, onChange, id, error, disabled, onBlur, ...input }: MomentInputProps) {
  const translate = useTranslate();
  const { day, time } = split(at);
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && time !== '' && !readTime(time);
  return (
    <div className="moment-input">
      <div className="moment-input-row">
        <NepaliDateInput
          {...input}
          id={id}
          value={day}
          error={error}
          disabled={disabled}
          onChange={(next) => onChange(joined({ day: next ?? '', time }))}
          onBlur={onBlur}
        />
        <TextField
          id={`${id}-time`}
          label={translate('calendar.time')}
          value={digits(time)}
          onChange={(event) => onChange(joined({ day, time: event.target.value }))}
          onBlur={() => {
            setLeft(true);
            const read = readTime(time);
            if (read) onChange(joined({ day, time: read }));
            onBlur?.();
          }}
          disabled={disabled}
          error={isWrong || (Boolean(error) && !readTime(time))}
          helperText={
            isWrong ? translate('calendar.noTime') : translate('crud.form.zone', { zone: ZONE_IN_FULL })
          }
          slotProps={{
            htmlInput: {
              inputMode: 'numeric',
              maxLength: 5,
              autoComplete: 'off',
              placeholder: digits('14:30'),
            },
          }}
        />
      </div>
    </div>
  );
}
