import TextField from '@mui/material/TextField';
import { ValidationError } from 'ra-core';
import { type ReactNode, useRef, useState } from 'react';
import { REASON_MAX } from '#schema/oversight.ts';
import type { ConfirmDialogProps } from '../ConfirmBox.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { DecisionFailure } from './DecisionFailure.tsx';
import type { DecisionState } from './useDecision.ts';

interface Props extends Pick<ConfirmDialogProps, 'open' | 'danger' | 'title' | 'confirm'> {
  state: Pick<DecisionState, 'isBusy' | 'failure' | 'isUncertain' | 'close'>;
  className: string;
  /** The field for the reason, which the customer reads; absent: none is asked for. */
  reason: { label: string; help: string; isRequired: boolean } | undefined;
  /** What stands above the field, which has `text` and can be written to. */
  above(text: string, write: (text: string) => void): ReactNode;
  onConfirm(reason: string): void;
}

/** Asks before a decision, with its reason where it needs one. */
export function ReasonDialog({ state, className, reason, above, onConfirm, ...dialog }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure, isUncertain } = state;
  const wrong = error ?? failure?.body.errors?.reason?.[0];

  const confirm = () => {
    const typed = text.trim();
    if (!reason?.isRequired || typed) return onConfirm(typed);
    setError('Required');
    input.current?.focus();
  };
  const write = (value: string) => {
    setText(value);
    setError(undefined);
  };

  return (
    <ConfirmDialog {...dialog} busy={isBusy} onConfirm={confirm} onClose={state.close}>
      <div className={className}>
        {above(text, write)}
        {reason && (
          <TextField
            inputRef={input}
            label={reason.label}
            value={text}
            onChange={({ target }) => write(target.value)}
            error={Boolean(wrong)}
            helperText={wrong ? <ValidationError error={wrong} /> : reason.help}
            disabled={isBusy}
            multiline
            minRows={3}
            fullWidth
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        )}
        {failure && !wrong && <DecisionFailure failure={failure} isUncertain={isUncertain} />}
      </div>
    </ConfirmDialog>
  );
}
