import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { renewed } from '../support/durationsReporter.ts';

test('a run of some files renews their times, keeps those of others, and forgets files that are gone', () => {
  const root = resolve(import.meta.dirname, '../..');
  const before = {
    'tests/schema/sms.test.ts': 2,
    'tests/schema/gone.test.ts': 3,
    'tests/schema/phone.test.ts': 1,
  };
  const after = renewed(
    before,
    { 'tests/schema/durations.test.ts': 0.1, 'tests/schema/phone.test.ts': 4 },
    root,
  );
  expect(Object.entries(after)).toEqual([
    ['tests/schema/durations.test.ts', 0.1],
    ['tests/schema/phone.test.ts', 4],
    ['tests/schema/sms.test.ts', 2],
  ]);
});
