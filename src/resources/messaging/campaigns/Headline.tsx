import { useTranslate } from 'ra-core';
import { shownStatus } from '#schema/campaignState.ts';
import { entityOf } from '../../../core/entities.ts';
import { digits, number, percent } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { usePace } from './pace.ts';
import { doneCount, fractionDone, isCounted, reportedCount, type ShownCampaign } from './progress.ts';

const entity = entityOf('sms');

/** A campaign at a glance: its state and delivery rate; below, how far it is, how fast, and how long it still takes. */
export function Headline({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { delivered } = campaign;
  const status = shownStatus(campaign);
  const reported = reportedCount(campaign);
  return (
    <div className="campaign-headline">
      <p className="campaign-figure">
        <StatusChip status={status} label={labels.choice('status', status)} />
        {reported > 0 ? (
          <>
            <span>{translate('campaign.rate', { percent: percent(delivered / reported) })}</span>
            <small>
              {translate('campaign.rateOf', {
                delivered: number(delivered),
                smart_count: reported,
                count: number(reported),
              })}
            </small>
          </>
        ) : (
          reported === 0 && <small>{translate('campaign.rateNone')}</small>
        )}
      </p>
      {isCounted(campaign) && (
        <p className="campaign-done">
          <span>
            {translate('campaign.progressOf', {
              done: number(doneCount(campaign)),
              total: number(campaign.recipients),
            })}
          </span>
          <span>{translate('campaign.done', { percent: percent(fractionDone(campaign)) })}</span>
          <Pace campaign={campaign} />
        </p>
      )}
    </div>
  );
}

const MINUTE = 60;

function Pace({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  const pace = usePace(campaign);
  if (pace === undefined) return null;
  const perSecond = pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace);
  const minutes = Math.ceil(campaign.queued / pace / MINUTE);
  const [hours, rest] = [Math.floor(minutes / MINUTE), minutes % MINUTE];
  return (
    <>
      <span>{translate('campaign.pace', { count: decimal(perSecond) })}</span>
      {perSecond > 0 && campaign.queued > 0 && (
        <span>
          {minutes <= 1
            ? translate('campaign.leftMinute')
            : translate(hours > 0 ? 'campaign.leftHours' : 'campaign.leftMinutes', {
                hours: number(hours),
                minutes: number(rest),
              })}
        </span>
      )}
    </>
  );
}

/** One decimal for a slow pace, none for others. */
const decimal = (value: number): string =>
  Number.isInteger(value) ? number(value) : digits(value.toFixed(1));
