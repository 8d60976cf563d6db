import QueryStatsRounded from '@mui/icons-material/QueryStatsRounded';
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { MarginReport } from '#schema/marginReport.ts';
import type { Report } from '#schema/report.ts';
import {
  marginKinds,
  marginPair,
  ownReportKinds,
  type ReportKind,
  reportKinds,
  reportsCharges,
} from '#schema/reportKinds.ts';
import { canAccess, hasPermission } from '../../../core/access.ts';
import { ownReports, reports } from '../../../core/entityTable.ts';
import { date, number } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { Chart } from '../../../crud/charts/Chart.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { ReferencePicker } from '../../../crud/ReferencePicker.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { PeriodBar } from '../dailyConsumption/PeriodBar.tsx';
import { usePeriod } from '../dailyConsumption/usePeriod.ts';
import { Margins } from './Margins.tsx';
import { MonthlyMail } from './MonthlyMail.tsx';
import { ReportTable } from './ReportTable.tsx';
import { chartHeight, chartOf } from './reportChart.ts';
import { useReport } from './useReport.ts';
import { useRowNames } from './useRowNames.ts';
import '../dailyConsumption/daily.css';
import './reports.css';

/** The figures of all accounts. */
export const ReportsPage = () => <Reports kinds={reportKinds} path={reports.path} isStaff />;

/** The figures of the own account. */
export const OwnReportsPage = () => <Reports kinds={ownReportKinds} path={ownReports.path} />;

interface Props {
  kinds: readonly ReportKind[];
  /** Of the API. */
  path: string;
  isStaff?: boolean;
}

/** A report: what it is grouped by, its period and its filters are in the URL. */
function Reports({ kinds, path: reportPath, isStaff = false }: Props) {
  const translate = useTranslate();
  const { calendar } = usePreferences();
  const { params, chosen, operator, change } = usePeriod();
  const { from, until, problem } = chosen;
  const hasMargins = isStaff && offers('margin-reports') && hasPermission(marginPair);
  const chosenBy = params.get('by') ?? '';
  const margin = hasMargins ? marginKinds.find((one) => chosenBy === `margin-${one}`) : undefined;
  const by = margin ?? kinds.find((one) => one === chosenBy) ?? 'day';
  const path = margin ? `${reportPath}margin/` : reportPath;
  const account = (isStaff && params.get('account')) || '';
  const query = new URLSearchParams({
    ...{ by, from, until },
    ...(operator && { operator }),
    ...(account && { account }),
    ...(margin === 'month' && calendar !== 'ad' && { calendar: 'bs' }),
  });
  const { data, error, isLoading, isFetching, isPlaceholderData, refetch } = useReport(path, query, !problem);
  const [hasCome, setHasCome] = useState(false);
  if (!hasCome && !isLoading) setHasCome(true);
  const report = problem ? undefined : data?.report;
  // What is shown is of the former choice until the answer comes, so it is named by its own period.
  const period = { from: data?.from ?? from, until: data?.until ?? until };
  return (
    <>
      <PageHeader
        title={translate('reports.title')}
        actions={
          report &&
          !isPlaceholderData &&
          report.count > 0 && (
            <DownloadButton
              path={`${path}export/?${query}`}
              fileName={`${margin ? 'margin' : 'report'} by ${by} ${from} ${until}.csv`}
              label={translate('daily.export')}
            />
          )
        }
      />
      <section
        className="crud-card daily"
        aria-busy={isFetching}
        data-stale={(report && isPlaceholderData) || undefined}
      >
        <PeriodBar chosen={chosen} operator={operator} measure={undefined} onChange={change}>
          <TextField
            className="report-kind"
            select
            label={translate('reports.by')}
            value={margin ? chosenBy : by}
            onChange={({ target }) => change({ by: target.value === 'day' ? undefined : target.value })}
            slotProps={{ select: { native: true } }}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {translate(`reports.kinds.${one}`)}
              </option>
            ))}
            {hasMargins && (
              <optgroup label={translate('reports.margins.title')}>
                {marginKinds.map((one) => (
                  <option key={one} value={`margin-${one}`}>
                    {translate(`reports.margins.kinds.${one}`)}
                  </option>
                ))}
              </optgroup>
            )}
          </TextField>
          {isStaff && canAccess('admin/accounts') && (
            <ReferencePicker
              of="admin/accounts"
              single
              label={translate('reports.account')}
              value={account ? [account] : []}
              onChange={([one]) => change({ account: one })}
            />
          )}
        </PeriodBar>
        {problem ? null : error && !data ? (
          <div className="crud-pad">
            <LoadFailure what="reports.title" error={error} onRetry={() => void refetch()} />
          </div>
        ) : !report || (isPlaceholderData && report.count === 0) ? (
          <div className="daily-body">
            <Skeleton variant="rounded" height={260} />
            <Skeleton variant="rounded" height={240} />
          </div>
        ) : report.count === 0 ? (
          <div role="status" className="crud-divided">
            {report.is_counting && <Counting />}
            <EmptyState
              icon={<QueryStatsRounded />}
              title={translate(by === 'reason' ? 'reports.noFailures' : 'daily.empty')}
              text={translate(by === 'reason' ? 'reports.noFailuresText' : 'reports.emptyText')}
            />
          </div>
        ) : margin ? (
          <Margins by={margin} report={report as MarginReport} {...period} />
        ) : (
          <Shown by={by as ReportKind} report={report as Report} {...period} isStaff={isStaff} />
        )}
      </section>
      {/* Below a report that is still to come it would move. */}
      {hasCome && <MonthlyMail path={`${reportPath}mail/`} />}
    </>
  );
}

function Counting() {
  const translate = useTranslate();
  return (
    <Alert severity="info" className="report-counting">
      {translate('reports.counting')}
    </Alert>
  );
}

interface ShownProps {
  by: ReportKind;
  report: Report;
  from: string;
  until: string;
  isStaff: boolean;
}

function Shown({ by, report, from, until, isStaff }: ShownProps) {
  const translate = useTranslate();
  const { language, digits, calendar } = usePreferences();
  const nameOf = useRowNames(by);
  const { rows, total, count, is_counting, account_name } = report;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and formats follow the preferences
  const chart = useMemo(
    () => chartOf(by, rows, { from, until }, nameOf, translate),
    [by, rows, from, until, translate, language, digits, calendar],
  );
  const title = translate('reports.heading', {
    what: translate(`reports.kinds.${by}`),
    from: date(from),
    until: date(until),
  });
  return (
    <>
      <div className="daily-body crud-divided">
        <h2 className="daily-range">{isStaff && account_name ? `${account_name}: ${title}` : title}</h2>
        {is_counting && <Counting />}
        <Chart
          title={title}
          summary={
            by === 'reason'
              ? translate('reports.failures', { smart_count: total.failed, count: number(total.failed) })
              : translate('daily.chartMessages', {
                  sent: number(total.sent),
                  delivered: number(total.delivered),
                  failed: number(total.failed),
                })
          }
          data={chart}
          height={chartHeight(chart)}
        />
        {chart.layout === 'rows' && chart.categories.length < count && (
          <p className="chart-aside">
            {translate('reports.chartShows', {
              count: number(chart.categories.length),
              total: number(count),
            })}
          </p>
        )}
      </div>
      <ReportTable by={by} report={report} nameOf={nameOf} linksAccounts={isStaff} label={title} />
      {rows.length < count && (
        <p className="daily-note">
          {translate('reports.tableShows', { count: number(rows.length), total: number(count) })}
        </p>
      )}
      <p className="daily-note">{translate(reportsCharges(by) ? 'daily.note' : 'reports.note')}</p>
    </>
  );
}
