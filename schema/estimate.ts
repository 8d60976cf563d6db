import type { Operator } from './phone.ts';

/** Recipients whose cost is estimated: by operator where their numbers are known, and how many others. */
export interface EstimatedRecipients {
  byOperator: ReadonlyMap<Operator, number>;
  others: number;
}

/** Minor units: the whole cost, and the price per message part. Both ends are equal if only one price applies. */
export interface Estimate {
  least: number;
  most: number;
  leastPrice: number;
  mostPrice: number;
}

/** Prices have up to four decimals; whole units of these add up without rounding. */
const UNIT = 10_000;

/**
 * What messages of `parts` parts each would cost at the wallet's prices, before packages, exclusions and texts of different
 * lengths: only a plan knows these. Recipients of unknown operators cost from the lowest to the highest price. Undefined if a
 * price is missing. Rounded as a plan's cost: the exact sum, half up, once.
 */
export function estimateCost(
  { byOperator, others }: EstimatedRecipients,
  parts: number,
  prices: readonly { operator: Operator; price: number }[],
): Estimate | undefined {
  const known = prices.filter(({ operator }) => byOperator.has(operator));
  if (known.length < byOperator.size) return undefined;
  // A number that no operator has gets no message.
  const possible = prices.filter(({ operator }) => operator !== 'unknown');
  if (others > 0 && possible.length === 0) return undefined;
  const used = others > 0 ? [...known, ...possible] : known;
  if (used.length === 0) return undefined;
  const units = (price: number) => Math.round(price * UNIT);
  const ofKnown = known.reduce(
    (sum, { operator, price }) => sum + (byOperator.get(operator) ?? 0) * units(price),
    0,
  );
  const cost = (price: number) => Math.floor(((ofKnown + others * units(price)) * parts) / UNIT + 0.5);
  const pricesOf = (list: readonly { price: number }[]) => list.map(({ price }) => price);
  const ofOthers = pricesOf(possible.length > 0 ? possible : known);
  return {
    least: cost(Math.min(...ofOthers)),
    most: cost(Math.max(...ofOthers)),
    leastPrice: Math.min(...pricesOf(used)),
    mostPrice: Math.max(...pricesOf(used)),
  };
}
