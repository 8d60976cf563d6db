import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#schema/dashboard.ts';
import { canAccess } from '../../core/access.ts';
import { number } from '../../core/format.ts';
import { Chart } from '../../crud/charts/Chart.tsx';
import { outcomeSeries, outcomesByDay, testsAside } from '../../crud/charts/days.ts';
import type { ChartData } from '../../crud/charts/types.ts';
import { usePreferences } from '../../layout/useUser.ts';

type Use = Pick<NonNullable<Dashboard['use']>, 'days' | 'operators'>;

const ROW = 46;
const AXIS = 40;

/** The last 30 days as charts: by day, and by operator; the caller's own, or all accounts'. */
export function Sending({ use, own = true }: { use: Use; own?: boolean }) {
  const translate = useTranslate();
  const { language, digits, calendar } = usePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: formats follow the preferences
  const byDay = useMemo(
    () => outcomesByDay(use.days, translate),
    [use, translate, language, digits, calendar],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: formats follow the preferences
  const byOperator = useMemo((): ChartData => {
    const name = (operator: string) => translate(`crud.choices.${operator}`, { _: operator });
    return {
      layout: 'rows',
      format: number,
      categories: use.operators.map(({ operator }) => ({ short: name(operator), full: name(operator) })),
      series: outcomeSeries(use.operators, translate),
      ...testsAside(use.operators, translate),
    };
  }, [use, translate, language, digits]);
  const sum = (part: 'sent' | 'delivered' | 'failed') =>
    number(use.days.reduce((all, day) => all + day[part], 0));
  const total = { sent: sum('sent'), delivered: sum('delivered'), failed: sum('failed') };
  if (use.operators.length === 0) return null;
  const count = number(use.days.length);
  const dayTitle = translate('dashboard.by_day', { count });
  const operatorTitle = translate('dashboard.by_operator', { count });
  return (
    <div className="dash-charts">
      <section className="dash-card dash-chart" aria-labelledby="dash-by-day">
        <header>
          <h2 id="dash-by-day">{dayTitle}</h2>
          {own && canAccess('wallet/daily-consumption') && (
            <Link to="/wallet/daily-consumption">{translate('dashboard.daily')}</Link>
          )}
        </header>
        <Chart
          title={dayTitle}
          summary={translate('dashboard.by_day_text', total)}
          data={byDay}
          tableHead={translate('charts.day')}
        />
      </section>
      <section className="dash-card dash-chart" aria-labelledby="dash-by-operator">
        <header>
          <h2 id="dash-by-operator">{operatorTitle}</h2>
        </header>
        <Chart
          title={operatorTitle}
          summary={translate('dashboard.by_operator_text', {
            list: use.operators
              .map(({ sent }, index) => `${byOperator.categories[index]?.full} ${number(sent)}`)
              .join(', '),
          })}
          data={byOperator}
          height={AXIS + ROW * Math.max(2, use.operators.length)}
          tableHead={translate('charts.operator')}
        />
      </section>
    </div>
  );
}
