import { expect, test } from 'vitest';
import { entities } from '#schema/index.ts';
import { createQuery } from '../../../server/crud/listQuery.ts';

test('what a list understands is built once for an entity', () => {
  const built = entities.map(createQuery);
  for (const [index, entity] of entities.entries()) expect(createQuery(entity)).toBe(built[index]);
  expect(new Set(built).size).toBe(entities.length);
});
