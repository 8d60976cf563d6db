import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { digits, today, ZONE_IN_FULL } from '../../../core/format.ts';
import { NepaliDateInput } from '../../../crud/NepaliDateInput.tsx';
import { atOf, readTime, scheduleOf } from './schedule.ts';
import './schedule.css';

/**
 * A day in the reader's calendar and a time of day in Nepal, in 24 hours. `at` is a draft's; `error` is the
 * error's text.
 */
export function ScheduleInput({
  at,
  onChange,
  error,
}: {
  at: string;
  onChange(at: string): void;
  error?: string | undefined;
}) {
  const translate = useTranslate();
  const { day, time } = scheduleOf(at);
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && time !== '' && !readTime(time);
  return (
    <div className="compose-schedule">
      <NepaliDateInput
        id="compose-at"
        label={translate('compose.atDay')}
        value={day}
        min={today()}
        error={Boolean(error)}
        help={error}
        onChange={(next) => onChange(atOf({ day: next ?? '', time }))}
      />
      <TextField
        id="compose-at-time"
        label={translate('compose.atTime')}
        value={digits(time)}
        onChange={(event) => onChange(atOf({ day, time: event.target.value }))}
        onBlur={() => {
          setLeft(true);
          const read = readTime(time);
          if (read) onChange(atOf({ day, time: read }));
        }}
        error={isWrong || (Boolean(error) && !readTime(time))}
        helperText={
          isWrong ? translate('compose.atTimeWrong') : translate('compose.atHelp', { zone: ZONE_IN_FULL })
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
  );
}
