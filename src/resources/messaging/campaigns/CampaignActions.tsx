import BlockRounded from '@mui/icons-material/BlockRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { type CampaignStatus, hasEnded, movesOf } from '#schema/campaignState.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { hasPermission } from '../../../core/access.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { CopyActions } from './CopyActions.tsx';
import { doneCount, failedCount } from './progress.ts';
import { RetryDialog } from './RetryDialog.tsx';

const RescheduleDialog = lazy(() =>
  import('./RescheduleDialog.tsx').then((m) => ({ default: m.RescheduleDialog })),
);

type Action = 'pause' | 'resume' | 'cancel';
const allowed = (from: CampaignStatus, to: CampaignStatus): boolean => movesOf(from).includes(to);

/** Pause, resume, reschedule, cancel, retry failed recipients, and copy, as the campaign's state allows. */
export function CampaignActions({
  campaign,
  onDone,
}: {
  campaign: Campaign;
  /** Called when the campaign's state may have changed; the page shows and announces it. */
  onDone(): void;
}) {
  const translate = useTranslate();
  const [isCancelling, setCancelling] = useState(false);
  const [isRetrying, setRetrying] = useState(false);
  const [isRescheduling, setRescheduling] = useState(false);
  const { running, run } = useAct(
    () => {
      setCancelling(false);
      onDone();
    },
    'campaign.actionFailed',
    'campaign.actionUncertain',
  );
  useBalanceAfterRelease(campaign);
  if (!hasPermission(['bulk-sms', 'post'])) return null;
  const { status, uuid } = campaign;
  const isOver = hasEnded(status);
  // A trial's sender ID is not the account's, so nothing can be sent again from it.
  const isFailed =
    isOver && failedCount(campaign) > 0 && !campaign.messages_removed_at && campaign.trial !== true;
  const isSteered = offers('campaign-control');

  /** Returns what the campaign has become; undefined if it was not done. */
  const act = async (action: Action): Promise<Partial<Campaign> | undefined> => {
    let become: Partial<Campaign> | undefined;
    await run(async () => {
      const answer = await http.json(`/v1/sms/compose/${uuid}/${action}/`, { method: 'POST', body: {} });
      if (action === 'cancel') void refreshProfile();
      become = dataOf<Partial<Campaign> | undefined>(answer) ?? {};
      return undefined;
    }, action);
    return become;
  };

  return (
    <>
      {isSteered && allowed(status, 'paused') && (
        <Button
          variant="outlined"
          startIcon={<PauseRounded />}
          loading={running === 'pause'}
          onClick={() => void act('pause')}
        >
          {translate('campaign.pause')}
        </Button>
      )}
      {isSteered && status === 'paused' && !campaign.held && !campaign.sender_suspended && (
        <Button
          variant="contained"
          startIcon={<PlayArrowRounded />}
          loading={running === 'resume'}
          onClick={() => void act('resume')}
        >
          {translate('campaign.resume')}
        </Button>
      )}
      {offers('campaign-schedule') && (status === 'scheduled' || status === 'draft') && (
        <Button variant="outlined" startIcon={<ScheduleRounded />} onClick={() => setRescheduling(true)}>
          {translate('campaign.reschedule')}
        </Button>
      )}
      <CopyActions campaign={campaign} onCancel={isSteered ? () => act('cancel') : undefined} />
      {isSteered && allowed(status, 'cancelled') && (
        <Button color="error" startIcon={<BlockRounded />} onClick={() => setCancelling(true)}>
          {translate('campaign.cancel')}
        </Button>
      )}
      {isFailed && offers('campaign-retry') && (
        <Button variant="outlined" startIcon={<ReplayRounded />} onClick={() => setRetrying(true)}>
          {translate('campaign.retry')}
        </Button>
      )}
      <ConfirmDialog
        open={isCancelling}
        danger
        busy={running === 'cancel'}
        title={translate('campaign.cancelTitle')}
        confirm={translate('campaign.cancelConfirm')}
        // “Cancel” beside “Cancel the campaign” would leave open which of both cancels it.
        cancel={translate('errors.back')}
        onConfirm={() => void act('cancel')}
        onClose={() => setCancelling(false)}
      >
        <CancelText campaign={campaign} />
      </ConfirmDialog>
      {isRescheduling && (
        <Suspense>
          <RescheduleDialog campaign={campaign} onDone={onDone} onClose={() => setRescheduling(false)} />
        </Suspense>
      )}
      {isRetrying && <RetryDialog campaign={campaign} onClose={() => setRetrying(false)} />}
    </>
  );
}

/** Messages recalled after a cancellation are released a moment later, so the balance in the top bar is refreshed. */
function useBalanceAfterRelease({ released }: Campaign): void {
  const known = useRef(released);
  useEffect(() => {
    if (known.current === released) return;
    known.current = released;
    void refreshProfile();
  }, [released]);
}

function CancelText({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate();
  const sent = doneCount(campaign);
  return (
    <div className="campaign-dialog">
      <p>
        {translate('campaign.cancelText', {
          smart_count: campaign.queued,
          count: number(campaign.queued),
        })}
      </p>
      {sent > 0 && <p>{translate('campaign.cancelSent', { smart_count: sent, count: number(sent) })}</p>}
      <p>{translate('campaign.cancelFinal')}</p>
    </div>
  );
}
