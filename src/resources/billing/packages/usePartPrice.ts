import { useSmsConfig } from '../../../crud/useSmsConfig.ts';

/**
 * What one part costs from the wallet, in minor units, as the least and the most of all operators;
 * undefined while it is not known.
 */
export function usePartPrice(): { least: number; most: number } | undefined {
  const prices = useSmsConfig()?.prices.map(({ price }) => price) ?? [];
  return prices.length > 0 ? { least: Math.min(...prices), most: Math.max(...prices) } : undefined;
}

/** How much cheaper a package's part is than the wallet's, as a fraction; negative where it is dearer. */
export const saving = (pack: { price: number; parts: number }, wallet: number): number =>
  1 - pack.price / pack.parts / wallet;
