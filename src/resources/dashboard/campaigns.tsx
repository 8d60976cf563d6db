import { useGetList, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { RECENT } from '../../core/dashboardPaths.ts';
import { entityOf } from '../../core/entities.ts';
import { number } from '../../core/format.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { useStatusCell } from '../../crud/TestChip.tsx';
import { When } from '../../crud/When.tsx';
import { ProgressBar } from '../../layout/ProgressBar.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';

const entity = entityOf('sms');

type Row = Campaign & { id: string };

export const RUNNING = ['preparing', 'sending', 'paused'];
/** Refetch interval in milliseconds while a campaign is in progress. */
const POLL = 2000;
const isMoving = ({ status, queued, submitted }: Row): boolean =>
  status === 'preparing' || status === 'sending' || (status !== 'paused' && queued + submitted > 0);

function Line({ campaign, children }: { campaign: Row; children: ReactNode }) {
  const statusCell = useStatusCell(entity);
  return (
    <li>
      <Link to={`/sms/${campaign.id}/show`} className="dash-line">
        <span className="dash-name">{campaign.name}</span>
        {statusCell(campaign)}
        {children}
      </Link>
    </li>
  );
}

const RUNNING_MAX = 5;

/** Campaigns in progress with live progress. Hidden if there are none. */
export function RunningCampaigns({ running }: { running: number }) {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<Row>(
    'sms',
    { pagination: { page: 1, perPage: RUNNING_MAX }, sort: RECENT.sort, filter: { status: RUNNING } },
    { enabled: running > 0, refetchInterval: POLL },
  );
  if (running === 0 || data?.length === 0) return null;
  if (error && !data)
    return <LoadFailure what="dashboard.running_campaigns" error={error} onRetry={() => void refetch()} />;
  const search = new URLSearchParams({ filter: JSON.stringify({ status: RUNNING }) });
  return (
    <section className="dash-card dash-recent" aria-busy={!data} aria-labelledby="dash-running">
      <header>
        <h2 id="dash-running">{translate('dashboard.running')}</h2>
        <Link to={`/sms?${search}`}>{translate('dashboard.see_all')}</Link>
      </header>
      <ul className="dash-list">
        {data
          ? data.map((campaign) => (
              <Line key={campaign.id} campaign={campaign}>
                <Progress campaign={campaign} />
              </Line>
            ))
          : Array.from({ length: Math.min(running, RUNNING_MAX) }, (_, line) => `line${line}`).map((line) => (
              <li key={line} className="dash-line" aria-hidden="true">
                <Skeleton width="50%" height={24} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Progress({ campaign: { recipients, queued, delivered, name } }: { campaign: Row }) {
  const translate = useTranslate();
  const done = recipients - queued;
  const text = translate('dashboard.progress', { done: number(done), total: number(recipients) });
  return (
    <>
      <ProgressBar
        value={recipients === 0 ? 0 : done / recipients}
        aria-label={name}
        aria-valuetext={text}
        className="dash-progress"
      />
      <span className="dash-quiet crud-number">
        {text}
        {delivered > 0 && ` · ${translate('dashboard.delivered_text', { count: number(delivered) })}`}
      </span>
    </>
  );
}

/** The latest campaigns; `empty` is shown if there are none. */
export function RecentCampaigns({ empty }: { empty: ReactNode }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList<Row>(
    'sms',
    { pagination: { page: RECENT.page, perPage: RECENT.perPage }, sort: RECENT.sort },
    { refetchInterval: ({ state }) => (state.data?.data?.some(isMoving) ? POLL : false) },
  );
  if (data?.length === 0) return empty;
  let content: ReactNode;
  if (isPending)
    content = [1, 2, 3].map((line) => (
      <Skeleton key={line} variant="rounded" height={44} style={{ margin: 16 }} />
    ));
  else if (error && !data)
    content = (
      <div className="crud-pad">
        <LoadFailure what="dashboard.recent" error={error} onRetry={() => void refetch()} />
      </div>
    );
  else
    content = (
      <ul className="dash-list">
        {data?.map((campaign) => (
          <Line key={campaign.id} campaign={campaign}>
            <span className="dash-quiet">
              {translate('dashboard.recipients_text', {
                smart_count: campaign.recipients,
                count: number(campaign.recipients),
              })}
              {campaign.delivered > 0 &&
                ` · ${translate('dashboard.delivered_text', { count: number(campaign.delivered) })}`}
            </span>
            <span className="dash-quiet dash-when">
              <When iso={campaign.created_at} />
            </span>
          </Line>
        ))}
      </ul>
    );
  return (
    <section className="dash-card dash-recent" aria-busy={isPending} aria-labelledby="dash-latest">
      <header>
        <h2 id="dash-latest">{translate('dashboard.recent')}</h2>
        <Link to="/sms">{translate('dashboard.see_all')}</Link>
      </header>
      {content}
    </section>
  );
}
