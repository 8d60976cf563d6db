import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { managesTeamPair } from '#schema/permissions.ts';
import { hasPermission } from '../../../core/access.ts';
import { dateTime, money } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { COMPOSE } from '../compose/useSend.ts';
import { ActDialog } from '../oversight/ActDialog.tsx';
import { type Decider, useOversee } from '../oversight/useOversee.ts';

const colleague: Decider = {
  path: COMPOSE,
  textsOf: (act) => ({
    act: `approval.act.${act}`,
    title: `approval.title.${act}`,
    text: `approval.text.${act}`,
    done: `approval.done.${act}`,
  }),
  reason: {
    required: 'approval.reason',
    optional: 'approval.reasonOptional',
    help: 'approval.reasonHelp',
  },
};

/** A campaign that waits for a colleague: who may approve it, and the decision for those who may. */
export function ColleagueDecision({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate();
  const user = useUser();
  const state = useOversee(campaign, colleague);
  const { asking, refusal, isUncertain, isBusy } = state;
  const { approvers, cost, maker, scheduled_at } = campaign;
  const isWaiting = campaign.waits_for === 'colleague';
  const canDecide =
    isWaiting &&
    offers('colleague-approval') &&
    hasPermission(managesTeamPair) &&
    campaign.user !== user?.uuid;
  if (!isWaiting && !refusal) return null;
  return (
    <section className="campaign-approval" aria-label={translate('approval.decision')}>
      {isWaiting && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{translate(canDecide ? 'approval.waitsForYou' : 'approval.waits')}</AlertTitle>
          {canDecide
            ? translate('approval.waitsForYouText', { name: maker ?? '', cost: money(cost) })
            : translate('approval.waitsText', { cost: money(cost) })}{' '}
          {!canDecide && approvers && approvers.length > 0 && (
            <>{translate('approval.approvers', { names: approvers.join(', ') })} </>
          )}
          {scheduled_at && translate('campaign.waitingTime', { time: dateTime(scheduled_at) })}
        </Alert>
      )}
      {refusal && <DecisionFailure failure={refusal} isUncertain={isUncertain} />}
      {canDecide && (
        <div className="campaign-approval-buttons">
          <Button
            variant="outlined"
            color="error"
            startIcon={<CloseRounded />}
            disabled={isBusy}
            onClick={() => state.ask('reject')}
          >
            {translate('approval.act.reject')}
          </Button>
          <Button
            variant="contained"
            startIcon={<CheckRounded />}
            disabled={isBusy}
            onClick={() => state.ask('approve')}
          >
            {translate('approval.act.approve')}
          </Button>
        </div>
      )}
      {asking && canDecide && (
        <ActDialog key={asking} act={asking} campaign={campaign} state={state} decider={colleague} />
      )}
    </section>
  );
}
