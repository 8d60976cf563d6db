import { useQuery } from '@tanstack/react-query';
import { smsConfigQuery } from '../../../crud/useSmsConfig.ts';

/** The wallet's price per part in minor units, lowest and highest over all operators. */
interface PartPrice {
  least: number;
  most: number;
}

/** The price per part; undefined while it is loading, and null if the server does not tell. */
export function usePartPrice(): PartPrice | null | undefined {
  const { data, isLoading } = useQuery(smsConfigQuery);
  if (isLoading) return undefined;
  const prices = data?.prices?.map(({ price }) => price) ?? [];
  return prices.length > 0 ? { least: Math.min(...prices), most: Math.max(...prices) } : null;
}

/** How much cheaper a package's part is than the wallet's, as a fraction; negative if it is more expensive. */
export const saving = (pack: { price: number; parts: number }, wallet: number): number =>
  1 - pack.price / pack.parts / wallet;
