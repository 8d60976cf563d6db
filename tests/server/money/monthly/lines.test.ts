import { expect, test } from 'vitest';
import { BikramSambat } from '#schema/bikramSambat.ts';
import { apportion, monthlyLines, type Used } from '../../../../server/services/money/monthly/lines.ts';
import { endedMonth } from '../../../../server/services/money/monthly/month.ts';
import { createRandom } from '../../../support/random.ts';

const sms = (day: string, name: string, amount: number, parts = 10): Used => ({
  ...{ day, item: 'sms', name, parts, amount },
});
const at13 = () => 13;

test('a line for each operator and kind, whose amounts add up to what is due', () => {
  const used: Used[] = [
    sms('2026-11-01', 'ntc', 1356.5),
    sms('2026-11-02', 'ncell', 2712.25),
    sms('2026-11-03', 'ntc', 1356.5),
    { day: '2026-11-02', item: 'package', name: 'Five', parts: null, amount: 5000 },
  ];
  const lines = monthlyLines(used, 10_425, at13);
  expect(lines.map(({ item, name, parts, amount }) => [item, name, parts, amount])).toEqual([
    ['sms', 'ncell', 10, 2712],
    ['sms', 'ntc', 20, 2713],
    ['package', 'Five', null, 5000],
  ]);
  expect(lines.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(Math.round(10_425 / 1.13));
});

test('the newest use is due: what is older was paid in advance', () => {
  const used = [
    sms('2026-11-01', 'ntc', 1000),
    sms('2026-11-05', 'ncell', 1000),
    sms('2026-11-06', 'ntc', 300),
  ];
  expect(monthlyLines(used, 800, at13).map(({ name, parts, amount }) => [name, parts, amount])).toEqual([
    ['ncell', 5, 500],
    ['ntc', 10, 300],
  ]);
});

test('what was given back pays for the oldest use', () => {
  const used = [
    ...[sms('2026-11-01', 'ntc', 1000), sms('2026-11-02', 'ntc', 1000)],
    { day: '2026-11-09', item: 'adjustment', name: null, parts: null, amount: -600 } as const,
  ];
  expect(monthlyLines(used, 1400, at13)).toMatchObject([{ name: 'ntc', parts: 14, amount: 1400 }]);
});

test('each day has its own rate of VAT', () => {
  const rate = (day: string) => (day < '2026-11-05' ? 13 : 15);
  const lines = monthlyLines(
    [sms('2026-11-04', 'ntc', 11_300), sms('2026-11-05', 'ntc', 11_500)],
    22_800,
    rate,
  );
  expect(lines.map(({ percent, taxable, amount }) => [percent, taxable, amount])).toEqual([
    [13, 10_000, 11_300],
    [15, 10_000, 11_500],
  ]);
});

test('shares add up, and each is rounded', () => {
  const random = createRandom(20);
  for (let n = 0; n < 500; n++) {
    const weights = Array.from({ length: random.between(1, 8) }, () => random.between(0, 100_000_000));
    const total = random.between(0, 100_000_000_000);
    const shares = apportion(total, weights);
    const sum = weights.reduce((all, weight) => all + weight, 0);
    expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
    if (sum > 0)
      for (const [i, share] of shares.entries())
        expect(Math.abs(share - (total * (weights[i] ?? 0)) / sum)).toBeLessThan(1.001);
  }
});

test.each([
  // An hour after the end of Kartik 2083 in Nepal, and a moment before.
  ['2026-11-16T19:15:00Z', { name: '2083-07', lastDay: '2026-11-16' }],
  ['2026-11-16T19:14:59Z', { name: '2083-06', lastDay: '2026-10-17' }],
  ['2026-12-01T06:00:00Z', { name: '2083-07', lastDay: '2026-11-16' }],
  ['2027-04-14T06:00:00Z', { name: '2083-12', lastDay: '2027-04-13' }],
  ['2040-01-01T00:00:00Z', undefined],
])('at %s the month that ended is %o', (at, month) => {
  expect(endedMonth(new BikramSambat(), new Date(at))).toEqual(month);
});
