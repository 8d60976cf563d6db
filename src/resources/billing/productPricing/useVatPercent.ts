import { useQuery } from '@tanstack/react-query';
import { PRICING_VAT, type VatRates, vatPercentOn } from '#schema/billingSettings.ts';
import { today } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

/** The percent of VAT from a moment on, or now; undefined while it is loading, and null on a server that does not tell. */
export function useVatPercent(from: string | null): number | null | undefined {
  const { data, isLoading } = useQuery({
    enabled: offers('pricing-vat'),
    queryKey: [PRICING_VAT],
    queryFn: async ({ signal }) => (await http.json<{ data: VatRates }>(PRICING_VAT, { signal })).data,
  });
  const at = from === null ? Number.NaN : Date.parse(from);
  if (isLoading) return undefined;
  return data?.rates ? vatPercentOn(data.rates, Number.isNaN(at) ? today() : today(at)) : null;
}
