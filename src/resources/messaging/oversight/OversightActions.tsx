import BlockRounded from '@mui/icons-material/BlockRounded';
import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { movesOf } from '#schema/campaignState.ts';
import { type Overseen, overseePair } from '#schema/oversight.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { ActDialog } from './ActDialog.tsx';
import { type Act, type Decider, useOversee } from './useOversee.ts';

const staff: Decider = {
  path: entityOf('admin/campaigns').path,
  textsOf: (act) => ({
    act: `oversight.act.${act}`,
    title: `oversight.title.${act}`,
    text: `oversight.text.${act}`,
    done: `oversight.done.${act}`,
  }),
  reason: {
    required: 'oversight.reason',
    optional: 'oversight.reasonOptional',
    help: 'oversight.reasonHelp',
  },
};

const looks = {
  approve: { icon: <CheckRounded />, variant: 'contained', color: 'primary' },
  reject: { icon: <CloseRounded />, variant: 'outlined', color: 'error' },
  pause: { icon: <PauseRounded />, variant: 'outlined', color: 'primary' },
  resume: { icon: <PlayArrowRounded />, variant: 'contained', color: 'primary' },
  stop: { icon: <BlockRounded />, variant: 'outlined', color: 'error' },
} as const;

/** The decisions that the campaign's state allows, for users who did not create it. */
function offered(
  { status, held, user, sender_suspended, waits_for }: Overseen,
  reader: string | undefined,
): Act[] {
  if (status === 'draft') {
    if (user === reader) return [];
    return waits_for === 'colleague' ? ['reject'] : ['reject', 'approve'];
  }
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
  const state = useOversee(campaign, staff);
  const acts = offered(campaign, user?.uuid);
  const canDecide = hasPermission(overseePair);
  const { asking, refusal, isUncertain, isBusy } = state;
  if (!refusal && acts.length === 0) return null;
  return (
    <section className="oversight-actions" aria-label={translate('oversight.decision')}>
      {refusal && <DecisionFailure failure={refusal} isUncertain={isUncertain} />}
      {acts.length > 0 && !canDecide && <p>{translate('oversight.mayNot')}</p>}
      {acts.length > 0 && canDecide && (
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
      {asking && acts.includes(asking) && canDecide && (
        <ActDialog key={asking} act={asking} campaign={campaign} state={state} decider={staff} />
      )}
    </section>
  );
}
