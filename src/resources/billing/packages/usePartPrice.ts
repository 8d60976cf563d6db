import { useSmsConfig } from '../../../crud/useSmsConfig.ts';

/** The wallet's price per part in minor units, lowest and highest over all operators; undefined until known. */
export function usePartPrice(): { least: number; most: number } | undefined {
  const prices = useSmsConfig()?.prices?.map(({ price }) => price) ?? [];
  return prices.length > 0 ? { least: Math.min(...prices), most: Math.max(...prices) } : undefined;
}

/** How much cheaper a package's part is than the wallet's, as a fraction; negative if it is more expensive. */
export const saving = (pack: { price: number; parts: number }, wallet: number): number =>
  1 - pack.price / pack.parts / wallet;
