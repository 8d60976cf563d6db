import { describe, expect, it } from 'vitest';
import { type EstimatedRecipients, estimateCost } from '#schema/estimate.ts';
import type { Operator } from '#schema/phone.ts';

const prices = [
  { operator: 'ntc', price: 135.6 },
  { operator: 'ncell', price: 150.25 },
  { operator: 'smart', price: 135.6 },
  { operator: 'unknown', price: 999 },
] as const;
const of = (known: Partial<Record<Operator, number>>, others = 0): EstimatedRecipients => ({
  byOperator: new Map(Object.entries(known) as [Operator, number][]),
  others,
});

describe('an estimate of the cost', () => {
  it('is recipients times parts times price, where the operators are known', () => {
    const cost = 2 * (3 * 135.6 + 150.25);
    expect(estimateCost(of({ ntc: 3, ncell: 1 }), 2, prices)).toEqual({
      ...{ least: Math.round(cost), most: Math.round(cost) },
      ...{ leastPrice: 135.6, mostPrice: 150.25 },
    });
  });

  it('is a range for recipients whose operators are not known, never at the price of no operator', () => {
    expect(estimateCost(of({ ntc: 1 }, 10), 1, prices)).toEqual({
      ...{ least: 1492, most: 1638 },
      ...{ leastPrice: 135.6, mostPrice: 150.25 },
    });
  });

  it('is one amount where all prices are the same', () => {
    const same = [
      { operator: 'ntc', price: 135.6 },
      { operator: 'ncell', price: 135.6 },
    ] as const;
    expect(estimateCost(of({}, 957), 1, same)).toMatchObject({ least: 129_769, most: 129_769 });
  });

  it('rounds the exact sum once, half up', () => {
    const half = [{ operator: 'ntc', price: 0.5 }] as const;
    expect(estimateCost(of({ ntc: 1 }), 1, half)).toMatchObject({ least: 1, most: 1 });
    expect(estimateCost(of({ ntc: 3 }), 1, [{ operator: 'ntc', price: 0.1 }])).toMatchObject({ least: 0 });
    expect(estimateCost(of({ ntc: 15 }), 1, [{ operator: 'ntc', price: 0.1 }])).toMatchObject({ least: 2 });
  });

  it('is not made where a price is missing, or nobody is there', () => {
    expect(estimateCost(of({ hello: 1 }), 1, prices)).toBeUndefined();
    expect(estimateCost(of({}, 5), 1, [])).toBeUndefined();
    expect(estimateCost(of({}), 1, prices)).toBeUndefined();
  });
});
