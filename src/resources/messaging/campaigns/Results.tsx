import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { operators } from '#schema/phone.ts';
import { entityOf } from '../../../core/entities.ts';
import { date, dayAndMonth, digits, number, percent, toLocalInput } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { Chart } from '../../../crud/charts/Chart.tsx';
import { outcomeSeries } from '../../../crud/charts/days.ts';
import type { ChartData } from '../../../crud/charts/types.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { useMessageReason } from '../../../crud/useMessageReason.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { OperatorFigures } from '../OperatorFigures.tsx';
import { ChannelResults } from './ChannelResults.tsx';
import type { ShownCampaign } from './progress.ts';
import { RowToCome, toCome } from './RowToCome.tsx';
import { useResults } from './useResults.ts';

const entity = entityOf('sms');

/** Delivery results by operator and by reason; nothing where the server does not offer them. */
export function Results({ campaign }: { campaign: ShownCampaign }) {
  const { data, error, isShown, refetch } = useResults(campaign);
  if (!isShown) return null;
  if (error && !data)
    return <LoadFailure what="campaign.outcomes" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="campaign-grid campaign-results" aria-busy={!data}>
      {(data ? data.channels?.length : campaign.channel === 'viber') ? (
        <ChannelResults channels={data?.channels} campaign={campaign} />
      ) : null}
      <Operators results={data} campaign={campaign} />
      <Reasons results={data} campaign={campaign} />
    </div>
  );
}

interface Shown {
  /** Undefined while they load: the cards are then as high as they usually are, so that nothing below moves. */
  results: CampaignResults | undefined;
  campaign: ShownCampaign;
}

/** Shown under each part of a large campaign's results. */
function Sampled({ results }: Pick<Shown, 'results'>) {
  const translate = useTranslate();
  const sampled = results?.sampled ?? null;
  if (sampled === null) return null;
  return <p className="campaign-note">{translate('campaign.sampled', { count: number(sampled) })}</p>;
}

/** As many as most campaigns reach: Nepal Telecom and Ncell. */
const USUAL_OPERATORS = 2;

function Operators({ results, campaign }: Shown) {
  const translate = useTranslate();
  const heading = useId();
  return (
    <div className="crud-card campaign-card" {...(!results && toCome)}>
      <h2 id={heading}>{translate('campaign.byOperator')}</h2>
      <OperatorFigures
        labelledBy={heading}
        columns={['plan.messages', 'charts.delivered', 'charts.failedMessages', 'campaign.rateShort']}
      >
        <tbody>
          {results
            ? results.operators.map(({ operator, messages, delivered, failed }) => (
                <tr key={operator}>
                  <th scope="row">{translate(`crud.choices.${operator}`)}</th>
                  <td className="sms-end">{number(messages)}</td>
                  <td className="sms-end">{number(delivered)}</td>
                  <td className="sms-end">{number(failed)}</td>
                  <td className="sms-end">{percent(delivered / (delivered + failed))}</td>
                </tr>
              ))
            : operators
                .slice(0, Math.min(USUAL_OPERATORS, campaign.recipients))
                .map((operator) => (
                  <RowToCome key={operator} name={translate(`crud.choices.${operator}`)} columns={4} />
                ))}
        </tbody>
      </OperatorFigures>
      <Sampled results={results} />
    </div>
  );
}

/** The outcomes that have reasons. */
const EXPLAINED = ['undelivered', 'expired', 'rejected', 'unknown'] as const;

function Reasons({ results, campaign }: Shown) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const reasonOf = useMessageReason();
  const heading = useId();
  const failed = EXPLAINED.filter((status) => campaign[status] > 0);
  const hasReasons = (results ? results.reasons : failed).length > 0;
  return (
    <section className="crud-card campaign-card" aria-labelledby={heading} {...(!results && toCome)}>
      <h2 id={heading}>{translate('campaign.byReason')}</h2>
      {!hasReasons ? (
        <p className="campaign-note">
          {results ? (
            translate('campaign.noReasons')
          ) : (
            <SkeletonWords>{translate('campaign.noReasons')}</SkeletonWords>
          )}
        </p>
      ) : (
        <ul className="campaign-reasons">
          {results
            ? results.reasons.map(({ status, error, messages }) => (
                <li key={`${status} ${error}`}>
                  <span>
                    {error === null ? labels.field(status) : reasonOf(error)}
                    {error !== null && <small>{labels.field(status)}</small>}
                  </span>
                  <b>{number(messages)}</b>
                </li>
              ))
            : failed.map((status) => (
                <li key={status}>
                  <span>
                    <SkeletonWords>{labels.field(status)}</SkeletonWords>
                    <small>
                      <SkeletonWords>{labels.field(status)}</SkeletonWords>
                    </small>
                  </span>
                </li>
              ))}
        </ul>
      )}
      <Sampled results={results} />
    </section>
  );
}

const DAY = 24 * 3600;
const MINUTE = 60;

/** A moment's time of day in Nepal; with seconds for short periods. */
const clock = (at: string, seconds: number): string =>
  digits(toLocalInput(at).slice(11) + (seconds < MINUTE ? at.slice(16, 19) : ''));

function chartOf(
  { times: { seconds, points } }: CampaignResults,
  translate: ReturnType<typeof useTranslate>,
): ChartData {
  return {
    layout: 'columns',
    format: number,
    categories: points.map(({ at }) =>
      seconds >= DAY
        ? { short: dayAndMonth(at), full: date(at) }
        : { short: clock(at, seconds), full: `${date(at)}, ${clock(at, seconds)}` },
    ),
    series: outcomeSeries(points, translate),
  };
}

/** Results by the time of sending; nothing for a campaign that was sent in a single moment. */
export function ResultsOverTime({ campaign }: { campaign: ShownCampaign }) {
  const { data, isShown } = useResults(campaign);
  return isShown && data && data.times.points.length > 1 ? <Times results={data} /> : null;
}

function Times({ results }: { results: CampaignResults }) {
  const translate = useTranslate();
  const heading = useId();
  const { points } = results.times;
  const title = translate('campaign.overTime');
  const sum = (key: 'sent' | 'delivered' | 'failed') =>
    number(points.reduce((total, point) => total + point[key], 0));
  return (
    <section className="crud-card campaign-card campaign-times" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p className="campaign-note">{translate('campaign.overTimeText')}</p>
      <Chart
        title={title}
        summary={translate('campaign.overTimeSummary', {
          sent: sum('sent'),
          delivered: sum('delivered'),
          failed: sum('failed'),
        })}
        data={chartOf(results, translate)}
        tableHead={translate('campaign.sentAt')}
      />
      <Sampled results={results} />
    </section>
  );
}
