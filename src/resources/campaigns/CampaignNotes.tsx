import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useLocation } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { dateTime, money, number } from '../../format.ts';

/** What a campaign's state means, and what to expect next. */
export function CampaignNotes({ campaign }: { campaign: Campaign }) {
  const translate = useTranslate();
  const { status, error, scheduled_at, submitted, unknown } = campaign;
  const isOver = status === 'completed' || status === 'cancelled';
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
      {status === 'failed' && (
        <Alert severity="error" variant="outlined">
          {translate('campaign.failed')} {error && translate(error, { _: error })}{' '}
          {translate('campaign.failedNext')}
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
          {translate('campaign.paused')}
        </Alert>
      )}
      {unknown > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('campaign.unknown', { smart_count: unknown, count: number(unknown) })}{' '}
          {translate('campaign.unknownMoney')}
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
