import { expect, test } from 'vitest';
import { z } from 'zod';
import { withAnyReference } from '../../../src/crud/resolver.ts';

const schema = z.object({ account: z.uuid().nullable(), groups: z.array(z.uuid()), name: z.string().min(2) });

test('a form takes any reference of its API, and nothing else that the schema refuses', () => {
  const relaxed = withAnyReference(schema);
  expect(relaxed.safeParse({ account: '17', groups: ['/groups/3/'], name: 'Sita' }).success).toBe(true);
  expect(relaxed.safeParse({ account: ' ', groups: [], name: 'Sita' }).success).toBe(false);
  expect(relaxed.safeParse({ account: null, groups: [], name: 'S' }).success).toBe(false);
  expect(schema.safeParse({ account: '17', groups: [], name: 'Sita' }).success).toBe(false);
});

test('its copy is made once, however often a form is checked', () => {
  expect(withAnyReference(schema)).toBe(withAnyReference(schema));
});
