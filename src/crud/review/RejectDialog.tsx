import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useId, useRef, useState } from 'react';
import type { ReviewReason } from '#schema/reviewReasons.ts';
import { usePreferences } from '../../layout/useUser.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { DecisionFailure } from './DecisionFailure.tsx';
import type { DecisionState } from './useDecision.ts';

const MOST = 500;

interface Props {
  title: string;
  reasons: readonly ReviewReason[];
  decision: DecisionState;
  onReject(reason: string): void;
}

/** Asks for the reason, which the customer reads: one of the common reasons or free text. */
export function RejectDialog({ title, reasons, decision, onReject }: Props) {
  const translate = useTranslate();
  const { language } = usePreferences();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure, isUncertain } = decision;
  const wrong = error ?? failure?.body.errors?.reason?.[0];

  const confirm = () => {
    const typed = text.trim();
    if (!typed) {
      setError('Required');
      input.current?.focus();
      return;
    }
    // A chosen reason is stored in English and shown in the reader's language.
    onReject(reasons.find((one) => one[language] === typed)?.en ?? typed);
  };
  const write = (value: string) => {
    setText(value);
    setError(undefined);
  };

  return (
    <ConfirmDialog
      open={decision.asking === 'reject'}
      danger
      busy={isBusy}
      title={title}
      confirm={translate('reviews.reject')}
      onConfirm={confirm}
      onClose={decision.close}
    >
      <div className="review-dialog">
        <fieldset className="review-reasons">
          <legend>{translate('reviews.oftenReason')}</legend>
          {reasons.map((reason) => (
            <Chip
              key={reason.en}
              variant={text === reason[language] ? 'filled' : 'outlined'}
              color={text === reason[language] ? 'primary' : 'default'}
              aria-pressed={text === reason[language]}
              label={reason[language]}
              disabled={isBusy}
              onClick={() => write(reason[language])}
            />
          ))}
        </fieldset>
        <TextField
          id={id}
          inputRef={input}
          label={translate('reviews.reason')}
          value={text}
          onChange={({ target }) => write(target.value)}
          error={Boolean(wrong)}
          helperText={wrong ? <ValidationError error={wrong} /> : translate('reviews.reasonHelp')}
          disabled={isBusy}
          multiline
          minRows={3}
          fullWidth
          slotProps={{ htmlInput: { maxLength: MOST } }}
        />
        {failure && !wrong && <DecisionFailure failure={failure} isUncertain={isUncertain} />}
      </div>
    </ConfirmDialog>
  );
}
