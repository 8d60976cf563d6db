import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { OVERVIEW_DAYS } from '#schema/account.ts';
import { number } from '../../../core/format.ts';
import { Chart } from '../../../crud/charts/Chart.tsx';
import { outcomesByDay } from '../../../crud/charts/days.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { useOverview } from './useOverview.ts';

/** An account's messages on each of the last days, with delivery results. */
export function Daily({ account }: { account: string }) {
  const translate = useTranslate();
  const { language, digits, calendar } = usePreferences();
  const { data, error, refetch } = useOverview(account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: formats follow the preferences
  const chart = useMemo(
    () => outcomesByDay(data?.days ?? [], translate),
    [data, translate, language, digits, calendar],
  );
  const count = number(OVERVIEW_DAYS);
  const title = translate('accounts.daily', { count });
  if (error) return <LoadFailure what={title} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={300} />;
  if (data.days.every(({ sent }) => sent === 0))
    return (
      <section className="crud-card">
        <EmptyState
          title={translate('accounts.none')}
          text={translate('accounts.noneText.daily', { count })}
        />
      </section>
    );
  const sum = (part: 'sent' | 'delivered' | 'failed') =>
    number(data.days.reduce((all, day) => all + day[part], 0));
  const totals = { sent: sum('sent'), delivered: sum('delivered'), failed: sum('failed') };
  return (
    <section className="crud-card account-daily" aria-labelledby="account-daily">
      <h2 id="account-daily">{title}</h2>
      <p>{translate('accounts.dailyText', totals)}</p>
      <Chart
        title={title}
        summary={translate('accounts.dailyText', totals)}
        data={chart}
        tableHead={translate('charts.day')}
      />
    </section>
  );
}
