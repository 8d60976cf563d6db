import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { dateTime, money, number } from '../../../core/format.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { TestNote } from '../../../crud/TestChip.tsx';

/** What a campaign's state means, and what happens next. */
export function CampaignNotes({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate();
  const { status, error, held, scheduled_at, submitted, unknown } = campaign;
  const { retry_of, retried_as, retried_at } = campaign;
  const isOver = status === 'completed' || status === 'cancelled';
  const operators = useOperatorNames();
  const { state } = useLocation() as { state: { accepted?: boolean } | null };
  return (
    <>
      {state?.accepted && status !== 'cancelled' && status !== 'failed' && (
        <Alert severity="success" variant="outlined" role="status">
          {translate('campaign.accepted', {
            smart_count: campaign.recipients,
            count: number(campaign.recipients),
            cost: money(campaign.cost),
          })}
        </Alert>
      )}
      <TestNote campaign={campaign} />
      {status === 'draft' && campaign.waits_for !== 'colleague' && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{translate('campaign.waiting')}</AlertTitle>
          {translate('campaign.waitingText', { cost: money(campaign.cost) })}{' '}
          {scheduled_at && translate('campaign.waitingTime', { time: dateTime(scheduled_at) })}
        </Alert>
      )}
      {status === 'failed' && (
        <Alert severity="error" variant="outlined">
          {translate(campaign.not_approved ? 'campaign.notApproved' : 'campaign.failed')}{' '}
          {error && <Reason text={error} />} {translate('campaign.failedNext')}
        </Alert>
      )}
      {status === 'cancelled' && error && (
        <Alert severity="error" variant="outlined">
          {translate('campaign.stopped')} <Reason text={error} />
        </Alert>
      )}
      {status === 'preparing' && (
        <Alert severity="info" variant="outlined">
          {translate('campaign.preparing')}
        </Alert>
      )}
      {status === 'scheduled' && scheduled_at && (
        <Alert severity="info" variant="outlined">
          {translate('campaign.scheduled', { time: dateTime(scheduled_at) })}
        </Alert>
      )}
      {status === 'paused' && (
        <Alert severity="warning" variant="outlined">
          {translate(held ? 'campaign.held_by_provider' : 'campaign.paused')}{' '}
          {error && <Reason text={error} />}
        </Alert>
      )}
      {campaign.sender_suspended && (
        <Alert severity="error" variant="outlined">
          {translate('campaign.senderSuspended', { sender: campaign.sender })}
        </Alert>
      )}
      {Boolean(campaign.unapproved_by?.length) && (
        <Alert severity="warning" variant="outlined">
          {translate('campaign.unapprovedBy', {
            sender: campaign.sender,
            operators: operators.list(campaign.unapproved_by),
          })}
        </Alert>
      )}
      {campaign.unreachable?.length > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('links.unreachable', { operators: operators.list(campaign.unreachable) })}
        </Alert>
      )}
      {unknown > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('campaign.unknown', { smart_count: unknown, count: number(unknown) })}{' '}
          {translate('campaign.unknownMoney', { smart_count: unknown })}
        </Alert>
      )}
      {retry_of && (
        <Alert severity="info" variant="outlined">
          {translate('campaign.retryOf')}{' '}
          <CampaignLink uuid={retry_of}>{translate('campaign.openOriginal')}</CampaignLink>
        </Alert>
      )}
      {retried_as && retried_at && (
        <Alert severity="info" variant="outlined">
          {translate('campaign.retriedOn', { time: dateTime(retried_at) })}{' '}
          <CampaignLink uuid={retried_as}>{translate('campaign.openRetry')}</CampaignLink>
        </Alert>
      )}
      {isOver && submitted > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('campaign.waitingReceipts', { smart_count: submitted, count: number(submitted) })}
        </Alert>
      )}
    </>
  );
}

/** A link to a campaign's page. */
export function CampaignLink({ uuid, children }: { uuid: string; children: string }) {
  return <Link to={`/sms/${uuid}/show`}>{children}</Link>;
}

/** The text of staff, or a translated sentence of the server. */
function Reason({ text }: { text: string }) {
  const translate = useTranslate();
  return <>{translate('campaign.because', { reason: translate(text, { _: text }) })}</>;
}
