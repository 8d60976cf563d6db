import { expect, it } from 'vitest';
import { momentProblem } from '../../../src/crud/moment.ts';

/** 27 November 2026, 12:00 in Nepal. */
const now = Date.parse('2026-11-27T06:15:00Z');

it.each([
  ['2026-11-27T12:01', undefined],
  ['2026-11-27T12:00', 'past'],
  // As the date input keeps days before the first one allowed, in either calendar.
  ['ad:2026-11-26T14:30', 'past'],
  ['bs:2083-8-10T14:30', 'past'],
  // Whatever its time will be, the day is over.
  ['ad:2026-11-26T', 'past'],
  ['2026-11-27T', 'missing'],
  ['2026-11-28T25:99', 'missing'],
  ['ad:2026-2-30T14:30', 'missing'],
  ['ad:2026-11-T14:30', 'missing'],
  ['', 'missing'],
])('tells of "%s" what is wrong: %s', (at, problem) => expect(momentProblem(at, now)).toBe(problem));
