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

test('a list may have an order of its own', () => {
  expect(soundSearch('?sort=attributes', contact)).toBe('');
  expect(soundSearch('?sort=attributes', contact, 'attributes')).toBe('?sort=attributes');
});
