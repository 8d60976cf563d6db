import { expect, test } from 'vitest';
import { pauseAfter } from '../../../server/jobs/loop.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const pauses = (failures: number, error: unknown) =>
  Array.from({ length: 200 }, () => pauseAfter(failures, error));

test('a step is tried again every second while the database is away, and ever more rarely after other errors', () => {
  expect(Math.max(...pauses(9, refused))).toBeLessThanOrEqual(1000);
  expect(Math.min(...pauses(9, new Error('division by zero')))).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...pauses(9, new Error('division by zero')))).toBeLessThanOrEqual(10_000);
  expect(Math.max(...pauses(1, new Error('division by zero')))).toBeLessThanOrEqual(500);
});

test('processes that lose the database at the same moment do not come back at the same moment', () => {
  expect(new Set(pauses(9, refused).map(Math.round)).size).toBeGreaterThan(50);
});
