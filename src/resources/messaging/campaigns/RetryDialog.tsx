import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify, useTranslate } from 'ra-core';
import { useCallback, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { money, number } from '../../../core/format.ts';
import { HttpError } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useIsGone } from '../../../crud/useIsGone.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import { askPlan } from '../compose/askPlan.ts';
import { isSendable, PlanFigures, PlanWarnings } from '../compose/PlanFigures.tsx';
import { RefusedRows } from '../compose/RefusedRows.tsx';
import { SendFailure } from '../compose/SendFailure.tsx';
import { UnknownCost } from '../compose/UnknownCost.tsx';
import { COMPOSE, type Offer, offerOf, useSend } from '../compose/useSend.ts';
import { CampaignLink } from './CampaignNotes.tsx';
import { NoRetry } from './NoRetry.tsx';
import { failedCount } from './progress.ts';

/** The uuid of a retry in progress, if that is why another one was refused. */
function conflictingCampaign(problem: unknown): string | undefined {
  if (!(problem instanceof HttpError) || problem.status !== 409) return undefined;
  const { data } = problem.body;
  return typeof data === 'object' && data && 'uuid' in data ? String(data.uuid) : undefined;
}

/** Retries failed messages: shows count and cost, then a button. */
export function RetryDialog({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const notify = useNotify();
  const id = useId();
  const path = `${COMPOSE}${campaign.uuid}/retry/`;
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const isGone = useIsGone();

  const { send, isSending, isUncertain, isCut, failure, forget } = useSend({
    path,
    body: {},
    offer,
    onOffer: setOffer,
    onSent: (made) => {
      void refreshProfile();
      // Whoever has left the page is told, and not called back.
      if (isGone.current) return notify('unplanned.accepted', { type: 'success' });
      onClose();
      navigate(made.uuid ? `/sms/${made.uuid}/show` : '/sms', { state: { accepted: true } });
    },
  });

  const check = useCallback(async () => {
    setOffer(undefined);
    setProblem(undefined);
    try {
      setOffer(offerOf(await askPlan(path, {})));
    } catch (error) {
      setProblem(error);
    }
  }, [path]);
  useEffect(() => void check(), [check]);

  const failed = failedCount(campaign);
  const firstRetry = conflictingCampaign(problem);
  const plan = offer?.plan;
  const canSend = offer && (!plan || isSendable(plan));
  // A server without plans may not know the key either, so a second try may send everything twice.
  const isSecond = isUncertain && !plan;
  const press = () => (isSecond ? setAsking(true) : void send());
  const confirm = async () => {
    await send();
    setAsking(false);
  };
  return (
    <Dialog open onClose={isSending ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{translate('campaign.retryTitle')}</DialogTitle>
      <DialogContent className="campaign-dialog">
        <p>{translate('campaign.retryText', { smart_count: failed, count: number(failed) })}</p>
        {firstRetry ? (
          <Alert severity="warning" variant="outlined">
            {translate('campaign.retryInProgress')}{' '}
            <CampaignLink uuid={firstRetry}>{translate('campaign.openRetry')}</CampaignLink>
          </Alert>
        ) : (
          problem !== undefined && (
            <NoRetry campaign={campaign} problem={problem} onRetry={() => void check()} />
          )
        )}
        {!offer && problem === undefined && (
          <div role="status">
            <ProgressBar aria-label={translate('campaign.retryChecking')} />
            <p>{translate('campaign.retryChecking')}</p>
          </div>
        )}
        {offer && (
          <>
            {plan ? <PlanFigures plan={plan} /> : <UnknownCost />}
            {failure && (
              <SendFailure
                failure={failure}
                offer={offer}
                isCut={isCut}
                onRetry={press}
                onCheck={() => {
                  forget();
                  void check();
                }}
              />
            )}
            {plan && <PlanWarnings plan={plan} />}
            {plan && <RefusedRows plan={plan} />}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSending} autoFocus>
          {translate('compose.notYet')}
        </Button>
        <Button variant="contained" disabled={!canSend} loading={isSending && !isAsking} onClick={press}>
          {plan
            ? translate('campaign.retrySend', {
                smart_count: plan.recipients,
                count: number(plan.recipients),
                cost: money(plan.cost),
              })
            : translate(isSecond ? 'unplanned.again' : 'campaign.retry')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        busy={isSending}
        title={translate('unplanned.againTitle')}
        confirm={translate('unplanned.again')}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <div className="compose-confirm">
          <p>{translate('unplanned.uncertain')}</p>
          <p>{translate('unplanned.confirmUnknown')}</p>
        </div>
      </ConfirmDialog>
    </Dialog>
  );
}
