import QueryStatsRounded from '@mui/icons-material/QueryStatsRounded';
import { useGetList, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import { entityOf } from '../../../core/entities.ts';
import { date, money, number, percent, priceInRupees } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { offersAction } from '../../../core/offersAction.ts';
import { Chart } from '../../../crud/charts/Chart.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { SendAction } from '../../../crud/SendAction.tsx';
import { Totals } from '../../../crud/Totals.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { DayTable } from './DayTable.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { DAYS_MAX } from './period.ts';
import { chartOf, groupsOf, type Measure, measures, measuresOf, type Sums, totalOf } from './sums.ts';
import { usePeriod } from './usePeriod.ts';
import './daily.css';

const dailyConsumption = entityOf('wallet/daily-consumption');

type Row = DailyConsumption & { id: string };

/** Refetch interval in milliseconds while today's messages are in progress. */
const POLL = 15_000;
const CHART = 260;

/** Usage and sending by day: a chart, totals and a table for a period in the URL. */
export function DailyConsumptionPage() {
  const translate = useTranslate();
  const labels = useLabels(dailyConsumption);
  const { params, chosen, operator, change } = usePeriod();
  const { from, until, problem } = chosen;
  const filter = { day__gte: from, day__lte: until, ...(operator && { operator }) };

  const { data, error, isPending, isFetching, refetch } = useGetList<Row>(
    dailyConsumption.name,
    { pagination: { page: 1, perPage: DAYS_MAX }, sort: { field: 'day', order: 'DESC' }, filter },
    { enabled: !problem, refetchInterval: ({ state }) => (state.error ? false : POLL) },
  );
  const rows = problem ? undefined : data;
  const known = rows?.length ? measuresOf(totalOf(rows)) : measures;
  const measure = known.find((one) => one === params.get('measure')) ?? known[0];
  return (
    <>
      <PageHeader
        title={labels.name(2)}
        actions={
          rows &&
          rows.length > 0 &&
          offersAction(dailyConsumption.name, 'export') && (
            <DownloadButton
              path={`${dailyConsumption.path}export/?${new URLSearchParams({ ...filter, ordering: 'day' })}`}
              fileName={`daily-consumption ${from} ${until}.csv`}
              label={translate('daily.export')}
            />
          )
        }
      />
      <FamilyTabs root="wallet" label={translate('wallet.tabs')} />
      <section className="crud-card daily" aria-busy={isFetching}>
        <PeriodBar
          chosen={chosen}
          operator={operator}
          measure={known.length > 1 ? measure : undefined}
          onChange={change}
        />
        {problem ? null : error && !data ? (
          <div className="crud-pad">
            <LoadFailure
              what="resources.wallet/daily-consumption.name"
              error={error}
              onRetry={() => void refetch()}
            />
          </div>
        ) : isPending || !rows ? (
          <div className="daily-body">
            <Skeleton variant="rounded" height={72} />
            <Skeleton variant="rounded" height={CHART} />
            <Skeleton variant="rounded" height={240} />
          </div>
        ) : rows.length === 0 ? (
          <Empty />
        ) : (
          <Shown rows={rows} from={from} until={until} measure={measure} />
        )}
      </section>
    </>
  );
}

function Empty() {
  const translate = useTranslate();
  return (
    <div role="status" className="crud-divided">
      <EmptyState
        icon={<QueryStatsRounded />}
        title={translate('daily.empty')}
        text={translate('daily.emptyText')}
        action={<SendAction variant="outlined" />}
      />
    </div>
  );
}

interface ShownProps {
  rows: readonly Row[];
  from: string;
  until: string;
  /** undefined: the rows have nothing to draw. */
  measure: Measure | undefined;
}

function Shown({ rows, from, until, measure }: ShownProps) {
  const translate = useTranslate();
  const preferences = usePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: formats follow the preferences
  const chart = useMemo(
    () => measure && chartOf(groupsOf(rows, from, until), measure, translate),
    [rows, from, until, measure, translate, preferences],
  );
  const total = totalOf(rows);
  const { sent, delivered, failed, amount } = total;
  return (
    <>
      <div className="daily-body crud-divided">
        <PeriodTotals total={total} from={from} until={until} />
        {chart && (
          <Chart
            title={translate('daily.chart')}
            summary={
              measure === 'amount'
                ? translate('daily.chartAmount', { amount: money(amount) })
                : translate('daily.chartMessages', {
                    sent: number(sent),
                    delivered: number(delivered),
                    failed: number(failed),
                  })
            }
            data={chart}
            height={CHART}
          />
        )}
      </div>
      <h2 className="daily-heading crud-divided">{translate('daily.table')}</h2>
      <DayTable rows={rows} total={total} />
      <p className="daily-note">{translate('daily.note')}</p>
    </>
  );
}

function PeriodTotals({ total, from, until }: { total: Sums; from: string; until: string }) {
  const translate = useTranslate();
  const labels = useLabels(dailyConsumption);
  const { sent, delivered, failed, parts, amount } = total;
  const share = (count: number) =>
    sent > 0
      ? translate('daily.deliveredShare', { count: number(count), percent: percent(count / sent) })
      : number(count);
  const figures = {
    sent: number(sent),
    delivered: share(delivered),
    failed: share(failed),
    parts: number(parts),
    amount: priceInRupees(amount),
  };
  return (
    <section aria-labelledby="daily-totals">
      <h2 id="daily-totals" className="daily-range">
        {translate('daily.totals', { from: date(from), until: date(until) })}
      </h2>
      <Totals
        className="daily-figures"
        figures={Object.entries(figures).map(([name, value]) => [name, labels.field(name), value])}
      />
    </section>
  );
}
