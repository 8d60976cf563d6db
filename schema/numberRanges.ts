import type { NumberRange, Operator } from './phone.ts';

/** The operator of a number. */
export interface NumberOwner {
  operator: Operator;
  closed: boolean;
  /** The range that matched; null when no known range has the number. */
  prefix: string | null;
}

/** The number plan at a moment: finds the operator of an E.164 number by its longest prefix. */
export interface NumberPlan {
  find(phone: string): NumberOwner;
}

const UNKNOWN: NumberOwner = { operator: 'unknown', closed: false, prefix: null };

/** Builds a number plan. The prefixes are the start of E.164 numbers and must be unique. */
export function numberPlanOf(ranges: readonly NumberRange[]): NumberPlan {
  const byPrefix = new Map(ranges.map((range) => [range.prefix, range]));
  const lengths = [...new Set(ranges.map(({ prefix }) => prefix.length))].sort((a, b) => b - a);
  return {
    find(phone) {
      for (const length of lengths) {
        const range = byPrefix.get(phone.slice(0, length));
        if (range) return range;
      }
      return UNKNOWN;
    },
  };
}

/** Why a number outside all ranges gets no message: nobody could deliver it, but it would be charged. */
export const noOperator = (phone: string): string =>
  `No known operator has numbers that begin with ${phone.slice(4, 7)}.`;
