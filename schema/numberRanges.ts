import type { NumberRange, Operator } from './phone.ts';

/** Whose a number is. */
export interface NumberOwner {
  operator: Operator;
  closed: boolean;
  /** The range that says so; null for a number in no range that is known. */
  prefix: string | null;
}

/** The number plan of a moment: finds the operator of an E.164 number by its longest prefix. */
export interface NumberPlan {
  find(phone: string): NumberOwner;
}

const UNKNOWN: NumberOwner = { operator: 'unknown', closed: false, prefix: null };

/** The number plan of these ranges, whose prefixes are the start of E.164 numbers and occur once. */
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

/** Why a number in no range gets no message: nobody could deliver it, and it would be charged all the same. */
export const noOperator = (phone: string): string =>
  `No known operator has numbers that begin with ${phone.slice(4, 7)}.`;
