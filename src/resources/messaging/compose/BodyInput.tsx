import AddRounded from '@mui/icons-material/AddRounded';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { lazy, memo, type ReactNode, type Ref, Suspense, useDeferredValue, useId, useRef } from 'react';
import { bodyProblem } from '#schema/bodyText.ts';
import type { Channel } from '#schema/channel.ts';
import { BODY_MAX } from '#schema/sms.ts';
import { growingArea } from './plainArea.ts';
import { EncodingHint, SmsCounter } from './SmsCounter.tsx';
import { usableNames, type Values } from './texts.ts';
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

const Counter = memo(SmsCounter);
const ViberCounter = lazy(() => import('./ViberCounter.tsx').then((m) => ({ default: m.ViberCounter })));

const SMS: readonly Channel[] = ['sms'];

/** The text of a message: typing, placeholders, live size, and help to keep it small. */
export function BodyInput(props: BodyInputProps) {
  const { value, onChange, names, values, channels = SMS, error } = props;
  const translate = useTranslate();
  const ownId = useId();
  const id = props.id ?? ownId;
  // An empty text is not an error while somebody is still writing.
  const problem = value.trim() === '' ? undefined : bodyProblem(value);
  // Show the typed character before counting the text.
  const settled = useDeferredValue(value);
  const area = useRef<HTMLTextAreaElement | null>(null);

  const setArea = (element: HTMLTextAreaElement | null) => {
    area.current = element;
    if (typeof props.inputRef === 'function') props.inputRef(element);
    else if (props.inputRef) props.inputRef.current = element;
  };

  const insert = (name: string) => {
    const text = `{{${name}}}`;
    const { selectionStart: from = value.length, selectionEnd: to = from } = area.current ?? {};
    if (value.length - (to - from) + text.length > BODY_MAX) return;
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + text.length, from + text.length);
    });
  };

  const offered = usableNames(names);
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
      {channels.includes('viber') && (
        <Suspense>
          <ViberCounter body={settled} values={values} />
        </Suspense>
      )}
      {channels.includes('sms') && (
        <>
          {channels.length > 1 && <p className="sms-quiet">{translate('compose.asSms')}</p>}
          <Counter id={`${id}-count`} body={settled} values={values} />
          <EncodingHint body={settled} values={values} onReplace={onChange} />
        </>
      )}
      {offered.length > 0 && (
        <div className="sms-chips">
          <span>{translate('text.placeholders')}</span>
          {offered.map((name) => (
            <Chip
              key={name}
              size="small"
              variant="outlined"
              icon={<AddRounded />}
              label={`{{${name}}}`}
              disabled={props.disabled}
              onClick={() => insert(name)}
            />
          ))}
        </div>
      )}
      <p id={`${id}-help`} className="sms-quiet">
        {translate('text.placeholderHelp')}
      </p>
    </div>
  );
}
