import { describe, expect, test } from 'vitest';
import { campaignStatuses, costOf, hasEnded } from '#schema/campaignState.ts';

const money = { cost: 13_560, captured: 0, released: 0 };

describe('what a campaign costs', () => {
  test.each(campaignStatuses.filter((status) => !hasEnded(status)))('%s: all of it is held', (status) => {
    expect(costOf({ status, ...money, captured: 5_000 })).toEqual({ charged: null, held: 13_560 });
  });

  test.each([
    ['cancelled', { released: 13_560 }, { charged: 0, held: 0 }],
    ['cancelled', { captured: 5_000, released: 8_560 }, { charged: 5_000, held: 0 }],
    ['failed', { released: 13_560 }, { charged: 0, held: 0 }],
    ['completed', { captured: 13_153, released: 407 }, { charged: 13_153, held: 0 }],
    // What unknown messages hold may still be charged.
    ['completed', { captured: 13_000, released: 407 }, { charged: 13_000, held: 153 }],
  ] as const)('%s with %o: what was charged, and what is held yet', (status, moved, shown) => {
    expect(costOf({ status, ...money, ...moved })).toEqual(shown);
  });

  test('of a status that only its server knows: the cost, and nothing is said to be held', () => {
    expect(costOf({ status: 'sent' as never, cost: 300 })).toEqual({ charged: 300, held: 0 });
  });

  test('of a server that does not say what was charged: what was not released, else the cost', () => {
    expect(costOf({ status: 'cancelled', cost: 13_560, released: 13_560 })).toEqual({ charged: 0, held: 0 });
    expect(costOf({ status: 'completed', cost: 13_560 })).toEqual({ charged: 13_560, held: 0 });
  });
});
