import BlockRounded from '@mui/icons-material/BlockRounded';
import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useRef, useState } from 'react';
import { movesOf } from '#schema/campaignState.ts';
import { type Overseen, overseePair, REASON_MAX } from '#schema/oversight.ts';
import { may } from '../../../core/access.ts';
import { money, number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { type Act, useOversee } from './useOversee.ts';

const looks = {
  approve: { icon: <CheckRounded />, variant: 'contained', color: 'primary' },
  reject: { icon: <CloseRounded />, variant: 'outlined', color: 'error' },
  pause: { icon: <PauseRounded />, variant: 'outlined', color: 'primary' },
  resume: { icon: <PlayArrowRounded />, variant: 'contained', color: 'primary' },
  stop: { icon: <BlockRounded />, variant: 'outlined', color: 'error' },
} as const;

/** Whether an action needs a reason, which the customer reads. */
const reasons = {
  approve: 'none',
  reject: 'required',
  pause: 'optional',
  resume: 'none',
  stop: 'required',
} as const;

/** The decisions that the campaign's state allows, for users who did not create it. */
function offered({ status, held, user, sender_suspended }: Overseen, reader: string | undefined): Act[] {
  if (status === 'draft') return user === reader ? [] : ['reject', 'approve'];
  const acts: Act[] = [];
  if (movesOf(status).includes('cancelled')) acts.push('stop');
  if (movesOf(status).includes('paused')) acts.push('pause');
  if (held && !sender_suspended) acts.push('resume');
  return acts;
}

/** Approve, reject, pause, resume and stop, by permission; each asks first and runs once. */
export function OversightActions({ campaign }: { campaign: Overseen }) {
  const translate = useTranslate();
  const user = useUser();
  const state = useOversee(campaign);
  const acts = offered(campaign, user?.uuid);
  const mayDecide = may(overseePair);
  const { asking, refusal, isBusy } = state;
  if (!refusal && acts.length === 0) return null;
  return (
    <section className="oversight-actions" aria-label={translate('oversight.decision')}>
      {refusal && <DecisionFailure failure={refusal} />}
      {acts.length > 0 && !mayDecide && <p>{translate('oversight.mayNot')}</p>}
      {acts.length > 0 && mayDecide && (
        <div className="oversight-buttons">
          {acts.map((act) => (
            <Button
              key={act}
              variant={looks[act].variant}
              color={looks[act].color}
              startIcon={looks[act].icon}
              disabled={isBusy}
              onClick={() => state.ask(act)}
            >
              {translate(`oversight.act.${act}`)}
            </Button>
          ))}
        </div>
      )}
      {asking && acts.includes(asking) && mayDecide && (
        <ActDialog key={asking} act={asking} campaign={campaign} state={state} />
      )}
    </section>
  );
}

interface DialogProps {
  act: Act;
  campaign: Overseen;
  state: ReturnType<typeof useOversee>;
}

function ActDialog({ act, campaign, state }: DialogProps) {
  const translate = useTranslate();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure } = state;
  const asked = reasons[act];
  const wrong = error ?? failure?.body.errors?.reason?.[0];
  const { name, account_name: account, recipients, cost, queued } = campaign;

  const confirm = () => {
    const reason = text.trim();
    if (asked === 'required' && !reason) {
      setError('Required');
      input.current?.focus();
      return;
    }
    void state.send(act, asked === 'none' ? {} : { reason: reason || null });
  };

  return (
    <ConfirmDialog
      open
      danger={act === 'reject' || act === 'stop'}
      busy={isBusy}
      title={translate(`oversight.title.${act}`, { name })}
      confirm={translate(`oversight.act.${act}`)}
      onConfirm={confirm}
      onClose={state.close}
    >
      <div className="campaign-dialog">
        <p>
          {translate(`oversight.text.${act}`, {
            account,
            smart_count: act === 'approve' ? recipients : queued,
            count: number(act === 'approve' ? recipients : queued),
            cost: money(cost),
          })}
        </p>
        {asked !== 'none' && (
          <TextField
            inputRef={input}
            label={translate(asked === 'required' ? 'oversight.reason' : 'oversight.reasonOptional')}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(undefined);
            }}
            error={Boolean(wrong)}
            helperText={wrong ? <ValidationError error={wrong} /> : translate('oversight.reasonHelp')}
            disabled={isBusy}
            multiline
            minRows={3}
            fullWidth
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        )}
        {failure && !wrong && <DecisionFailure failure={failure} />}
      </div>
    </ConfirmDialog>
  );
}
