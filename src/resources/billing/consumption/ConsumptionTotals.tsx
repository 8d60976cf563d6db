import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import type { ConsumptionTotals as Totals } from '#schema/wallet.ts';
import { entityOf } from '../../../core/entities.ts';
import { number, priceInRupees } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { filterParams } from '../../../core/paths.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { TotalsCard } from '../TotalsCard.tsx';

const consumption = entityOf('sms/consumption-history');

/** The sums of everything that matches the list's filters, not just this page; hidden if the server has none. */
export function ConsumptionTotals() {
  const translate = useTranslate();
  const { filterValues, total, isPending: isListPending } = useListContext();
  const query = filterParams(filterValues ?? {}).toString();
  const isOffered = offers('totals');
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [consumption.name, 'totals', query],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: Totals }>(`${consumption.path}totals/${query && `?${query}`}`, { signal }))
        .data,
    placeholderData: keepPreviousData,
    enabled: isOffered && Boolean(total),
  });
  if (!isOffered) return null;
  // Reserves its space from the start, so that the list does not move later.
  if (isListPending || (total && isPending))
    return <Skeleton variant="rounded" className="consumption-totals-soon" />;
  if (!data || !total) return null;
  const figures = {
    messages: number(data.messages),
    parts: number(data.parts),
    amount: priceInRupees(data.amount),
  };
  return (
    <TotalsCard
      className="consumption-totals"
      isStale={isPlaceholderData}
      label={translate('consumptionTotals.label')}
      figures={Object.entries(figures).map(([name, value]) => [
        name,
        translate(`consumptionTotals.${name}`),
        value,
      ])}
    />
  );
}
