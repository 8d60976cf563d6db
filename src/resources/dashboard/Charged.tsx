import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { date, dayAndMonth, money, number } from '../../core/format.ts';
import { useOperatorNames } from '../../core/operatorNames.ts';
import { Chart } from '../../crud/charts/Chart.tsx';
import type { ChartData } from '../../crud/charts/types.ts';
import { usePreferences } from '../../layout/useUser.ts';

const ROW = 46;
const AXIS = 40;
/** In minor units. */
const RUPEE = 100;

/** What was charged on each of the last days, and by operator. */
export function Charged({ use }: { use: DashboardSummary['use'] }) {
  const translate = useTranslate();
  const { language, digits, calendar } = usePreferences();
  const { name } = useOperatorNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: formats follow the preferences
  const [byDay, byOperator] = useMemo((): [ChartData, ChartData] => {
    const series = (rows: readonly { amount: number }[]): ChartData['series'] => [
      {
        key: 'amount',
        label: translate('charts.amount'),
        look: 'plain',
        values: rows.map(({ amount }) => amount),
      },
    ];
    const shown = {
      unit: RUPEE,
      format: money,
      formatShort: (minor: number) => number(Math.round(minor / RUPEE)),
    };
    return [
      {
        ...shown,
        layout: 'columns',
        categories: use.days.map(({ day }) => ({ short: dayAndMonth(day), full: date(day) })),
        series: series(use.days),
      },
      {
        ...shown,
        layout: 'rows',
        categories: use.operators.map(({ operator }) => ({ short: name(operator), full: name(operator) })),
        series: series(use.operators),
      },
    ];
  }, [use, translate, language, digits, calendar]);
  const count = number(use.days.length);
  const total = money(use.days.reduce((sum, { amount }) => sum + amount, 0));
  const summary = translate('staff.amount_text', { amount: total });
  const dayTitle = translate('staff.amount_by_day', { count });
  const operatorTitle = translate('staff.amount_by_operator', { count });
  return (
    <div className="dash-charts">
      <section className="dash-card dash-chart" aria-labelledby="dash-amount-day">
        <header>
          <h2 id="dash-amount-day">{dayTitle}</h2>
        </header>
        <Chart title={dayTitle} summary={summary} data={byDay} tableHead={translate('charts.day')} />
      </section>
      <section className="dash-card dash-chart" aria-labelledby="dash-amount-operator">
        <header>
          <h2 id="dash-amount-operator">{operatorTitle}</h2>
        </header>
        <Chart
          title={operatorTitle}
          summary={summary}
          data={byOperator}
          height={AXIS + ROW * Math.max(2, use.operators.length)}
          tableHead={translate('charts.operator')}
        />
      </section>
    </div>
  );
}
