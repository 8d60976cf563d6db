import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useRef, useState } from 'react';
import { REASON_MAX } from '#schema/oversight.ts';
import { money, number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import type { Act, Decider, useOversee } from './useOversee.ts';

/** Whether an action needs a reason, which the customer reads. */
const reasons = {
  approve: 'none',
  reject: 'required',
  pause: 'optional',
  resume: 'none',
  stop: 'required',
} as const;

interface Props {
  act: Act;
  campaign: { name: string; account_name?: string; recipients: number; cost: number; queued: number };
  state: ReturnType<typeof useOversee>;
  decider: Decider;
}

/** Asks before a decision on a campaign, with its reason where it needs one. */
export function ActDialog({ act, campaign, state, decider }: Props) {
  const translate = useTranslate();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure, isUncertain } = state;
  const reasonRule = reasons[act];
  const texts = decider.textsOf(act);
  const wrong = error ?? failure?.body.errors?.reason?.[0];
  const { name, account_name: account, recipients, cost, queued } = campaign;

  const confirm = () => {
    const reason = text.trim();
    if (reasonRule === 'required' && !reason) {
      setError('Required');
      input.current?.focus();
      return;
    }
    void state.send(act, reasonRule === 'none' ? {} : { reason: reason || null });
  };

  return (
    <ConfirmDialog
      open
      danger={act === 'reject' || act === 'stop'}
      busy={isBusy}
      title={translate(texts.title, { name })}
      confirm={translate(texts.act)}
      onConfirm={confirm}
      onClose={state.close}
    >
      <div className="campaign-dialog">
        <p>
          {translate(texts.text, {
            account,
            smart_count: act === 'approve' ? recipients : queued,
            count: number(act === 'approve' ? recipients : queued),
            cost: money(cost),
          })}
        </p>
        {reasonRule !== 'none' && (
          <TextField
            inputRef={input}
            label={translate(decider.reason[reasonRule])}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(undefined);
            }}
            error={Boolean(wrong)}
            helperText={wrong ? <ValidationError error={wrong} /> : translate(decider.reason.help)}
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
