import { describe, expect, test } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { fits, fitsFilter } from '../../../src/dataProvider/fits.ts';
import { createComparison } from '../../../src/dataProvider/unapplied.ts';

test.each<[entity: string, name: string, wanted: unknown, row: object, fits: boolean | undefined]>([
  ['settings/blacklist', 'phone', '+9779841000001', { phone: '9841000001' }, true],
  ['settings/blacklist', 'phone', '9841000001', { phone: '+977 984-1000002' }, false],
  ['settings/blacklist', 'source', 'manual', { source: 'opt-out' }, false],
  ['settings/blacklist', 'source', 'manual', {}, undefined],
  ['settings/blacklist', 'colour', 'red', { colour: 'blue' }, undefined],
  ['sms', 'status', ['sending', 'paused'], { status: 'paused' }, true],
  ['sms', 'status__in', 'sending,paused', { status: 'completed' }, false],
  ['sms', 'status', 'sending', { status: null }, false],
  ['sms', 'status', 'Sending', { status: 'sending' }, true],
  ['contact', 'groups', 'a', { groups: ['b', 'a'] }, true],
  ['contact', 'groups', ['a', 'c'], { groups: [{ uuid: 'c' }] }, true],
  ['contact', 'groups', 'a', { groups: [] }, false],
  ['admin/accounts', 'tags', 'vip', { tags: ['bank', 'VIP'] }, true],
  ['admin/accounts', 'tags', ['school', 'vip'], { tags: ['bank', 'vip'] }, true],
  // Other than a text, it is not found by a part.
  ['admin/accounts', 'tags', 'ban', { tags: ['bank'] }, false],
  ['admin/accounts', 'tags', 'bank', { tags: [] }, false],
  ['admin/accounts', 'tags__in', 'school,bank', { tags: ['vip'] }, false],
  ['contact', 'is_active', 'true', { is_active: true }, true],
  ['contact', 'is_active', true, { is_active: 0 }, false],
  ['contact', 'uuid__in', ['a', 'b'], { uuid: 'b' }, true],
  ['contact', 'uuid__in', ['a', 'b'], { uuid: 'c' }, false],
  ['contact', 'created_at__gte', '2026-01-01T00:00:00+05:45', { created_at: '2025-12-31T18:15:00Z' }, true],
  ['contact', 'created_at__gte', '2026-01-01T00:00:00+05:45', { created_at: '2025-12-31T18:14:59Z' }, false],
  ['contact', 'created_at__lte', '2026-01-01T00:00:00Z', { created_at: 'soon' }, undefined],
  ['contact', 'created_at__lte', '2026-01-01T00:00:00Z', { created_at: null }, false],
  ['contact', 'created_at__gte', '2026-01-01T00:00:00Z', { created_at: null }, undefined],
  ['wallet/daily-consumption', 'day__lte', '2026-01-01', { day: '2026-01-02' }, false],
  ['sms', 'sender', 'demo', { sender: 'DEMO' }, true],
])('%s: %s=%j of %j', (entity, name, wanted, row, is) => {
  expect(fitsFilter(entityOf(entity), name, wanted, { ...row })).toBe(is);
});

test('empty filters and the search leave nothing out', () => {
  const filter = { q: 'sita', source: '', phone: undefined, uuid__in: [] };
  expect(fits(entityOf('settings/blacklist'), filter, { phone: '1', source: 'manual' })).toBe(true);
});

describe('what was not applied', () => {
  const contact = entityOf('contact');
  const days = (...all: number[]) =>
    all.map((day) => ({ uuid: String(day), name: `Ram ${day}`, created_at: `2026-01-0${day}T00:00:00Z` }));
  const newest = { sort: { field: 'created_at', order: 'DESC' as const } };

  test.each<[string, number[], boolean]>([
    ['the right order', [5, 4, 3, 2, 1], false],
    ['the other one', [1, 2, 3, 4, 5], true],
    ['none', [3, 5, 1, 4, 2], true],
    ['one that two clocks changed', [6, 5, 3, 4, 2, 1], false],
    ['too few to tell', [1, 2, 3], false],
  ])('of the order: %s', (_, rows, order) => {
    const unapplied = createComparison().unapplied(contact, newest, days(...rows));
    expect(unapplied?.order ?? false).toBe(order);
  });

  test('a search was ignored where the same rows came without it, and not all have the text', () => {
    const compare = createComparison().unapplied;
    const rows = days(5, 4, 3, 2, 1);
    const search = (q: string) => ({ ...newest, filter: { q } });
    expect(compare(contact, search('ram 1'), rows)).toBeUndefined();
    compare(contact, { ...newest, filter: {} }, rows);
    expect(compare(contact, search('ram 1'), rows)).toEqual({ filters: [], search: true, order: false });
    expect(compare(contact, search('RAM'), rows)).toBeUndefined();
    expect(compare(contact, search('ram 1'), rows.slice(4))).toBeUndefined();
  });

  test('filters are named by their fields, each once', () => {
    const filter = { is_active: 'false', created_at__gte: '2026-01-03', created_at__lte: '2026-01-04' };
    const rows = days(5, 1).map((row) => ({ ...row, is_active: true }));
    expect(createComparison().unapplied(contact, { filter }, rows)?.filters).toEqual([
      'is_active',
      'created_at',
    ]);
  });
});
