import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import type { WalletTotals as Totals } from '#schema/wallet.ts';
import { entityOf } from '../../../core/entities.ts';
import { money, number, rupees } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { filterParams } from '../../../core/paths.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { TotalsCard } from '../TotalsCard.tsx';
import './wallets.css';

const wallet = entityOf('admin/wallets');

/** Balances in minor units, used as limits for low balances. */
const LOW = [0, 10_000, 100_000, 1_000_000];

/** The sums of all wallets that match the list's filters, and the filter for low balances. */
export function WalletTotals() {
  const translate = useTranslate();
  const { filterValues, setFilters, data: rows } = useListContext();
  const query = filterParams(filterValues ?? {}).toString();
  // Refetched together with the list, because an adjustment changes both.
  const seen = rows?.map(({ id, balance }) => `${id} ${balance}`).join();
  const isOffered = offers('totals');
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [wallet.name, 'totals', query, seen],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: Totals }>(`${wallet.path}totals/${query && `?${query}`}`, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: isOffered,
  });
  const figures = data && {
    count: number(data.wallets),
    balance: rupees(data.balance),
    held: rupees(data.held),
  };
  const low = String((filterValues as Record<string, unknown>).balance__lte ?? '');
  return (
    <div className="wallet-head">
      {(figures || (isOffered && isPending)) && (
        <TotalsCard
          className="wallet-totals"
          isStale={isPlaceholderData}
          label={translate('wallets.totals')}
          figures={(['count', 'balance', 'held'] as const).map((name) => [
            name,
            translate(`wallets.${name}`),
            figures ? figures[name] : <Skeleton key={name} width={name === 'count' ? '3ch' : '8ch'} />,
          ])}
        />
      )}
      <TextField
        select
        className="wallet-low"
        label={translate('wallets.low')}
        value={low}
        onChange={({ target }) => {
          const { balance__lte: _, ...others } = filterValues as Record<string, unknown>;
          setFilters(
            target.value === '' ? others : { ...others, balance__lte: Number(target.value) },
            undefined,
            false,
          );
        }}
        slotProps={{ select: { native: true } }}
        margin="none"
      >
        <option value="">{translate('wallets.any')}</option>
        {LOW.map((most) => (
          <option key={most} value={most}>
            {translate('wallets.below', { amount: money(most) })}
          </option>
        ))}
      </TextField>
    </div>
  );
}
