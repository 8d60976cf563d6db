import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { shownStatus } from '#schema/campaignState.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { date, number } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { offersAction } from '../../../core/offersAction.ts';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { Headline } from './Headline.tsx';
import { OutcomeBar } from './OutcomeBar.tsx';
import {
  doneCount,
  fractionDone,
  messagesPath,
  outcomes,
  reportedCount,
  type ShownCampaign,
} from './progress.ts';
import '../compose/sms.css';
import './outcomes.css';

const entity = entityOf('sms');
const message = entityOf('sms/dispatch');

/** Counts by outcome with icon and label, and as a bar; each links to its messages. */
export function Outcomes({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const canRead = canAccess('sms/dispatch') && !campaign.messages_removed_at;
  const shown = outcomes.filter((outcome) => campaign[outcome] > 0);
  const list = shown.map((outcome) => `${labels.field(outcome)} ${number(campaign[outcome])}`).join(', ');
  return (
    <section className="crud-card campaign-card campaign-counted" aria-labelledby="campaign-outcomes">
      <div className="campaign-head">
        <h2 id="campaign-outcomes">{translate('campaign.outcomes')}</h2>
        {canRead && (
          <span className="campaign-links">
            <Link to={messagesPath(campaign)}>{translate('campaign.seeMessages')}</Link>
            {offersAction(message.name, 'export') && (
              <DownloadButton
                size="small"
                path={`${message.path}export/?${new URLSearchParams({ campaign: campaign.uuid })}`}
                fileName={`${campaign.name}.csv`}
                label={translate('campaign.report')}
              />
            )}
          </span>
        )}
      </div>
      {campaign.messages_removed_at && (
        <p className="campaign-note">
          {translate('campaign.messagesRemoved', { date: date(campaign.messages_removed_at) })}
        </p>
      )}
      {campaign.finished_at && !campaign.messages_removed_at && campaign.messages_kept_until && (
        <p className="campaign-note">
          {translate('campaign.messagesKept', { date: date(campaign.messages_kept_until) })}
        </p>
      )}
      <Headline campaign={campaign} />
      {list && (
        <div
          role="img"
          aria-label={translate('campaign.outcomesText', { total: number(campaign.recipients), list })}
        >
          <OutcomeBar campaign={campaign} large />
        </div>
      )}
      <ul className="campaign-outcomes">
        {shown.map((outcome) => {
          const label = labels.field(outcome);
          const count = number(campaign[outcome]);
          const content = (
            <>
              <StatusChip status={outcome} label={label} />
              <b>{count}</b>
            </>
          );
          return (
            <li key={outcome} data-outcome={outcome}>
              {canRead ? (
                <Link to={messagesPath(campaign, outcome)}>
                  <span aria-hidden="true">{content}</span>
                  <span className="crud-hidden">{translate('campaign.seeOutcome', { label, count })}</span>
                </Link>
              ) : (
                <span>{content}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const tenths = (fraction: number): number => Math.floor(fraction * 10);

/** Announces to screen readers each change of status, every tenth of progress and of receipts, and the last receipt. */
export function Announcement({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { status, recipients, queued, submitted, delivered } = campaign;
  // What comes after the last receipt is rare, and each is told.
  const receipts =
    queued + submitted === 0 ? `all ${delivered}` : tenths(reportedCount(campaign) / recipients);
  const key = `${status} ${tenths(fractionDone(campaign))} ${receipts}`;
  const last = useRef(key);
  const [text, setText] = useState('');
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    setText(
      translate('campaign.announce', {
        status: labels.choice('status', shownStatus(campaign)),
        done: number(doneCount(campaign)),
        total: number(campaign.recipients),
        delivered: number(campaign.delivered),
      }),
    );
  }, [key, campaign, translate, labels]);
  return (
    <p className="crud-hidden" role="status">
      {text}
    </p>
  );
}
