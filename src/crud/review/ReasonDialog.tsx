import TextField from '@mui/material/TextField';
import { ValidationError } from 'ra-core';
import type { ReactNode } from 'react';
import { REASON_MAX } from '#schema/reasonMax.ts';
import type { ConfirmDialogProps } from '../ConfirmBox.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useReason } from '../useReason.ts';
import { DecisionFailure } from './DecisionFailure.tsx';
import type { DecisionDialog } from './useDecisionDialog.ts';

interface Props extends Pick<ConfirmDialogProps, 'open' | 'danger' | 'title' | 'confirm'> {
  state: Pick<DecisionDialog, 'isBusy' | 'failure' | 'isUncertain' | 'close'>;
  className: string;
  /** The field for the reason, which the customer reads; absent: none is asked for. */
  reason: { label: string; help: string; isRequired: boolean } | undefined;
  /** Shown above the field; gets its text, and what replaces it. */
  above(text: string, write: (text: string) => void): ReactNode;
  onConfirm(reason: string): void;
}

/** Asks before a decision, with its reason where it needs one. */
export function ReasonDialog({ state, className, reason, above, onConfirm, ...dialog }: Props) {
  const { take, write, field } = useReason(reason?.help ?? '');
  const { isBusy, failure, isUncertain } = state;
  const refusal = failure?.body.errors?.reason?.[0];

  const confirm = () => {
    const typed = reason?.isRequired ? take() : field.value.trim();
    if (typed !== undefined) onConfirm(typed);
  };

  return (
    <ConfirmDialog {...dialog} busy={isBusy} onConfirm={confirm} onClose={state.close}>
      <div className={className}>
        {above(field.value, write)}
        {reason && (
          <TextField
            {...field}
            {...(refusal && !field.error && { error: true, helperText: <ValidationError error={refusal} /> })}
            label={reason.label}
            disabled={isBusy}
            minRows={3}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        )}
        {failure && !refusal && <DecisionFailure failure={failure} isUncertain={isUncertain} />}
      </div>
    </ConfirmDialog>
  );
}
