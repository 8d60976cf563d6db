import { useTranslate } from 'ra-core';
import type { ReactNode, Ref } from 'react';
import { ZONE_IN_FULL } from '../core/format.ts';
import { joined, split } from './moment.ts';
import { NepaliDateInput } from './NepaliDateInput.tsx';
import { TimeField } from './TimeField.tsx';
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
        <TimeField
          id={`${id}-time`}
          label={translate('calendar.time')}
          time={time}
          onChange={(next) => onChange(joined({ day, time: next }))}
          onBlur={onBlur}
          isMissing={error}
          disabled={disabled}
          help={translate('crud.form.zone', { zone: ZONE_IN_FULL })}
        />
      </div>
    </div>
  );
}
