import { afterEach, expect, test } from 'vitest';
import { invoiceEnglish } from '#schema/invoiceEnglish.ts';
import { invoiceNepali } from '#schema/invoiceNepali.ts';
import { percent } from '../../../src/core/format.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { flat, type Texts } from '../../support/flatTexts.ts';

afterEach(() => preferences.set({ language: 'en', digits: 'latin' }));

const texts = import.meta.glob<Record<string, Texts>>('../../../src/i18n/{en,ne}/**/*.ts', { eager: true });

test('a fraction is written as Intl does', () => {
  for (const language of ['en', 'ne'] as const) {
    preferences.set({ language, digits: 'latin' });
    const intl = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent' });
    expect(percent(0.06)).toBe(intl.format(0.06));
  }
});

// As Intl writes it in English and in Nepali: `percent()` of src/core/format.ts does the same.
test('percent is written without a space in every text, in both languages', () => {
  const all = [...Object.values(texts), { invoiceEnglish, invoiceNepali } as Record<string, Texts>].flatMap(
    (module) => Object.values(module).flatMap((tree) => [...flat(tree).values()]),
  );
  expect(all.length).toBeGreaterThan(5000);
  expect(all.filter((text) => /%\{\w*percent\w*\}%/.test(text)).length).toBeGreaterThan(10);
  expect(all.filter((text) => /[\d०-९}]\s+%(?!\{)/.test(text))).toEqual([]);
});
