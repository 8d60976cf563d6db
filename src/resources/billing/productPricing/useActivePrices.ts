import { useQuery } from '@tanstack/react-query';
import { ACTIVE_PRICES, type ActivePrices } from '#schema/productPricing.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { entityOf } from '../../../core/entities.ts';
import { isObject, unreadable } from '../../../core/errorTexts.ts';
import { HttpError, http } from '../../../core/http.ts';
import { readPage, readRecord } from '../../../core/records.ts';

const pricing = entityOf('admin/product-pricing');

type Price = ActivePrices['prices'][number];
/** A price in force. Other servers may leave out where it comes from, and what comes next. */
export type ActivePrice = Pick<Price, 'price'> & Partial<Price> & { id: string };

/** The prices in an answer: the contract's, or a bare list of pricings. Throws HttpError if there are none. */
function readActivePrices(answer: unknown): ActivePrice[] {
  const data = dataOf(answer);
  const rows =
    isObject(data) && Array.isArray(data.prices) ? data.prices.filter(isObject) : readPage(answer)?.results;
  if (!rows) throw new HttpError(unreadable());
  return rows
    .map((row) => readRecord<ActivePrice>(pricing, row))
    .filter(({ price }) => Number.isFinite(price));
}

/** The current price per part by operator, in general (`account` is '') or for an account. */
export const useActivePrices = (account = '', enabled = true) =>
  useQuery({
    queryKey: ['activePrices', account],
    queryFn: async ({ signal }) => {
      const query = account ? `?${new URLSearchParams({ account })}` : '';
      return readActivePrices(await http.json(ACTIVE_PRICES + query, { signal }));
    },
    enabled,
  });
