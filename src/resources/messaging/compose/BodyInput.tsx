import TextField from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import { useTranslate } from 'ra-core';
import { type ReactNode, type Ref, useCallback, useId, useRef } from 'react';
import { bodyProblem } from '#schema/bodyText.ts';
import type { Channel } from '#schema/channel.ts';
import { BODY_MAX } from '#schema/sms.ts';
import { PlaceholderChips } from './PlaceholderChips.tsx';
import { growingArea } from './plainArea.ts';
import { TypedCounts } from './TypedCounts.tsx';
import type { Values } from './texts.ts';
import './sms.css';

export interface BodyInputProps {
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  inputRef?: Ref<HTMLTextAreaElement>;
  /** Names that chips insert as placeholders. */
  names: readonly string[];
  /** The first recipient's values, used for the count; undefined while no recipient is known. */
  values?: Values;
  /** What it may be sent over, which decides how it is counted; SMS if missing. */
  channels?: readonly Channel[];
  error?: ReactNode;
  disabled?: boolean;
  id?: string;
}

const SMS: readonly Channel[] = ['sms'];

/** The text of a message: typing, placeholders, live size, and help to keep it small. */
export function BodyInput(props: BodyInputProps) {
  const { value, onChange, names, values, channels = SMS, error } = props;
  const translate = useTranslate();
  const ownId = useId();
  const id = props.id ?? ownId;
  // An empty text is not an error while somebody is still writing.
  const problem = value.trim() === '' ? undefined : bodyProblem(value);
  const area = useRef<HTMLTextAreaElement>(null);
  const setArea = useForkRef(area, props.inputRef);

  const insert = useCallback(
    (name: string) => {
      if (!area.current) return;
      const text = `{{${name}}}`;
      const { value, selectionStart: from, selectionEnd: to } = area.current;
      if (value.length - (to - from) + text.length > BODY_MAX) return;
      onChange(value.slice(0, from) + text + value.slice(to));
      requestAnimationFrame(() => {
        area.current?.focus();
        area.current?.setSelectionRange(from + text.length, from + text.length);
      });
    },
    [onChange],
  );

  return (
    <div className="sms-body">
      <TextField
        id={id}
        label={translate('text.label')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={props.onBlur}
        inputRef={setArea}
        disabled={props.disabled}
        error={Boolean(error)}
        helperText={error}
        multiline
        minRows={4}
        maxRows={14}
        fullWidth
        slotProps={{
          input: growingArea,
          htmlInput: {
            className: 'sms-area',
            type: undefined,
            maxLength: BODY_MAX,
            'aria-describedby': `${id}-count ${id}-help${error ? ` ${id}-helper-text` : ''}`,
            spellCheck: true,
          },
        }}
      />
      {problem && !error && (
        <p className="sms-bad" role="alert">
          {translate(problem, { _: problem })}
        </p>
      )}
      <TypedCounts id={`${id}-count`} body={value} values={values} channels={channels} onReplace={onChange} />
      <PlaceholderChips names={names} disabled={props.disabled} onInsert={insert} />
      <p id={`${id}-help`} className="sms-quiet">
        {translate('text.placeholderHelp')}
      </p>
    </div>
  );
}
