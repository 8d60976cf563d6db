import { expect, test } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { soundSearch } from '../../../src/crud/soundSearch.ts';

const contact = entityOf('contact');

test.each([
  '',
  '?page=3&perPage=50&sort=name&order=ASC',
  '?perPage=1000',
  '?filter=%7B%22q%22%3A%2298%22%7D&order=DESC&page=1&perPage=25&sort=created_at',
])('an address as lists write it stays as it is: %s', (search) => {
  expect(soundSearch(search, contact)).toBe(search);
});

test.each([
  ['?page=0', ''],
  ['?page=-3', ''],
  ['?page=1.5', ''],
  ['?page=abc&sort=name', '?sort=name'],
  ['?page=99999999999999999999', ''],
  ['?perPage=99999&page=2', '?page=2'],
  ['?perPage=0', ''],
  ['?sort=nope&order=SIDE', ''],
  ['?sort=__proto__&order=ASC', '?order=ASC'],
  ['?sort=&order=', ''],
])('what no list can have is left out of %s', (search, sound) => {
  expect(soundSearch(search, contact)).toBe(sound);
});

const filtered = (filter: unknown, rest = '') =>
  `?${new URLSearchParams({ filter: typeof filter === 'string' ? filter : JSON.stringify(filter) })}${rest}`;

test.each([
  { q: 'ram', operator: 'ncell', is_active: true },
  { operator: ['ncell', 'ntc'], groups: 'a' },
  { uuid__in: ['a', 'b'], created_at__gte: '2026-01-01T00:00:00Z', created_at__lte: '2026-02-01T00:00:00Z' },
  {},
])('a filter that the list can have stays as it is: %j', (filter) => {
  expect(soundSearch(filtered(filter), contact)).toBe(filtered(filter));
});

test.each([
  [{ nope: 1, operator: 'ncell' }, { operator: 'ncell' }],
  [{ operator__like: 'ncell', q: 'ram' }, { q: 'ram' }],
  [{ operator__gte: 'ncell', is_active: true }, { is_active: true }],
  [{ __proto__x: 1, constructor: 2, toString: 3 }, {}],
  [{ name: 'Ram', q: 'x' }, { q: 'x' }],
  [{ q: 'ra\0m', operator: 'ncell' }, { operator: 'ncell' }],
  [{ q: 'ra\ud800m' }, {}],
  ['{"q":"ra\0m"}', {}],
  ['not json', {}],
  ['"text"', {}],
  ['[1]', {}],
])('what it cannot filter by is left out of %j', (filter, sound) => {
  expect(soundSearch(filtered(filter, '&page=2'), contact)).toBe(`${filtered(sound)}&page=2`);
});

test('a list may have an order of its own', () => {
  expect(soundSearch('?sort=attributes', contact)).toBe('');
  expect(soundSearch('?sort=attributes', contact, 'attributes')).toBe('?sort=attributes');
});
