import { afterEach, beforeEach, expect, it } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { loadAreas } from '../../../src/i18n/areas.ts';
import { loadTexts } from '../../../src/i18n/texts.ts';
import { conflictTexts } from '../../../src/layout/conflictTexts.ts';

beforeEach(async () => {
  preferences.set({ language: 'en' });
  await Promise.all([loadTexts('en'), loadAreas(['accounts', 'users', 'contacts'])]);
});
afterEach(() => preferences.set({ language: 'en' }));

const textOf = async (entity: string, name: string, value: unknown, titles?: string[]) =>
  (await conflictTexts(entityOf(entity), [{ name, value, titles }]))[name];
const to = (value: string) =>
  `Somebody changed this to “${value}” after you opened it. Save now to keep your own.`;

it.each([
  ['contact', 'name', 'Ram', undefined, to('Ram')],
  ['contact', 'is_active', false, undefined, to('Inactive')],
  ['contact', 'groups', ['a', 'b'], ['Ilam', 'Jhapa'], to('Ilam, Jhapa')],
  ['contact', 'name', 'x'.repeat(200), undefined, to(`${'x'.repeat(120)}…`)],
  ['admin/accounts', 'type', 'company', undefined, to('Company')],
  ['admin/accounts', 'credit_limit', 123_456_700, undefined, to('Rs.\u00a012,34,567.00')],
  ['admin/accounts', 'daily_cap', 20_000, undefined, to('20,000')],
  ['admin/accounts', 'tags', ['bank', 'vip'], undefined, to('bank, vip')],
  ['admin/product-pricing', 'price', 135.6, undefined, to('Rs.\u00a01.356')],
  ['admin/product-pricing', 'release_undelivered', true, undefined, to('Yes')],
] as const)('%s: %s is shown as the page shows it', async (entity, name, value, titles, text) => {
  expect(await textOf(entity, name, value, titles as string[] | undefined)).toBe(text);
});

it('moments and days are in the reader’s calendar and in Nepal’s time', async () => {
  expect(await textOf('admin/product-pricing', 'valid_from', '2026-07-31T20:15:00.000Z')).toMatch(
    /“.*1 Aug 2026.*”/,
  );
});

it.each([
  ['contact', 'groups', ['a']],
  ['contact', 'attributes', { city: 'Ilam' }],
])('a value of %s that no sentence can say is not shown: %s', async (entity, name, value) => {
  expect(await textOf(entity, name, value)).toBe(
    'Somebody changed this after you opened it. Save now to keep your own.',
  );
});

it.each([null, '', []])('nothing is said to be cleared: %j', async (value) => {
  expect(await textOf('contact', 'groups', value)).toMatch(/^Somebody cleared this/);
});
