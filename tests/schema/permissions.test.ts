import { describe, expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { allows, roles } from '#schema/permissions.ts';

describe('allows', () => {
  const held = [
    ['contact-list', 'get'],
    ['bulk-sms', 'post'],
  ] as const;
  test('needs name and verb in one pair', () => {
    expect(allows(held, ['contact-list', 'get'])).toBe(true);
    expect(allows(held, ['contact-list', 'post'])).toBe(false);
    expect(allows(held, ['bulk-sms', 'get'])).toBe(false);
  });
  test.each([[[]], [null], [undefined]])('denies on %j', (list) =>
    expect(allows(list, ['contact-list', 'get'])).toBe(false),
  );
  test('gives a boolean back as it is', () => {
    expect(allows([], true)).toBe(true);
    expect(allows(held, false)).toBe(false);
  });
});

test('support staff write nothing but their own password', () => {
  expect(roles.support.filter(([, verb]) => verb === 'post')).toEqual([['profile-my', 'post']]);
});

test('no role holds a pair twice, and administrators hold every pair that an entity asks for', () => {
  for (const pairs of Object.values(roles)) {
    expect(new Set(pairs.map((pair) => pair.join(' '))).size).toBe(pairs.length);
  }
  for (const { read, write, name } of entities) {
    for (const pair of [read, write]) if (pair) expect(allows(roles.admin, pair), name).toBe(true);
  }
});
