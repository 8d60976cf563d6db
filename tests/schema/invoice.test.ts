import { describe, expect, test } from 'vitest';
import { splitVat } from '#schema/invoice.ts';

describe('splitVat', () => {
  test.each([
    [113, 100, 13],
    [113_000, 100_000, 13_000],
    [1, 1, 0],
    [5, 4, 1],
    [100, 88, 12],
    [5_000_000, 4_424_779, 575_221],
  ])('%i is %i and %i', (total, taxable, vat) => expect(splitVat(total, 13)).toEqual({ taxable, vat }));

  test('adds up, and the tax is that of the taxable amount to half a paisa', () => {
    for (let total = 1; total < 20_000; total++) {
      const { taxable, vat } = splitVat(total, 13);
      expect(taxable + vat).toBe(total);
      expect(Math.abs(vat - taxable * 0.13)).toBeLessThanOrEqual(0.565);
    }
  });

  test.each([
    // Exactly half a paisa of tax more or less: at a fraction of a percent, too, it is rounded once.
    [10_000_000, 13.13, 8_839_388, 1_160_612],
    [113_250, 13.25, 100_000, 13_250],
    [999, 0, 999, 0],
  ])('%i at %f %% is %i and %i', (total, percent, taxable, vat) =>
    expect(splitVat(total, percent)).toEqual({ taxable, vat }),
  );
});
