import { describe, expect, test } from 'vitest';
import { type Turn, withinWeights } from '../../../server/services/sending/linkWeights.ts';

const turn = (change: Partial<Turn> = {}): Turn => ({
  ...{ operator: 'ntc', members: 'a 70,b 30', weight: 70, total: 100, own: 0, all: 0, waiting: 100 },
  ...change,
});
const campaign = (uuid: string, change: object = {}) => ({
  ...{ uuid, operators: ['ntc'], waiting: 100, urgent: false, turns: [turn()] as Turn[] | null },
  ...change,
});
const first = () => 0;
const waits = (campaigns: Parameters<typeof withinWeights>[0]) =>
  withinWeights(campaigns, first).map(({ operators, waiting }) => [operators, waiting]);

describe('a link may claim', () => {
  test('its share of what waits and was claimed, rounded up', () => {
    expect(waits([campaign('a')])).toEqual([[['ntc'], 70]]);
    expect(waits([campaign('a', { turns: [turn({ own: 69, all: 99, waiting: 1 })], waiting: 1 })])).toEqual([
      [['ntc'], 1],
    ]);
    expect(waits([campaign('a', { turns: [turn({ own: 70, all: 99, waiting: 1 })], waiting: 1 })])).toEqual(
      [],
    );
  });

  test('no more than a thousand messages ahead of the others', () => {
    const turns = [turn({ own: 700, all: 700, waiting: 50_000 })];
    expect(waits([campaign('a', { turns, waiting: 50_000 })])).toEqual([[['ntc'], 490]]);
    const behind = [turn({ own: 1190, all: 1190, waiting: 49_510 })];
    expect(waits([campaign('a', { turns: behind, waiting: 49_510 })])).toEqual([[['ntc'], 343]]);
  });

  test('in all campaigns together, urgent ones first, and as before of operators that it does not share', () => {
    const urgent = campaign('b', { urgent: true, turns: [turn({ waiting: 60 })], waiting: 60 });
    const mixed = campaign('c', { operators: ['ncell', 'ntc'], waiting: 105 });
    expect(withinWeights([mixed, urgent, campaign('a', { turns: null, waiting: 7 })], first)).toMatchObject([
      { uuid: 'c', operators: ['ncell', 'ntc'], waiting: 5 + 52 },
      { uuid: 'b', waiting: 60 },
      { uuid: 'a', waiting: 7 },
    ]);
    const done = campaign('c', { operators: ['ncell', 'ntc'], waiting: 105, turns: [turn({ own: 500 })] });
    expect(withinWeights([done], first)).toMatchObject([{ operators: ['ncell'], waiting: 5, turns: [] }]);
  });
});
