import { z } from 'zod';

const FIRST = Date.parse('0001-01-02T00:00:00Z');
const LAST = Date.parse('9999-12-31T00:00:00Z');

/** Whether PostgreSQL can store a moment and the contract can write it in UTC: years 1 to 9999, offsets to 14 hours. */
const isHeld = (text: string): boolean => {
  const at = Date.parse(text);
  return at >= FIRST && at < LAST && Number(/[+-](\d\d):\d\d$/.exec(text)?.[1] ?? 0) <= 14;
};

/** A moment in a request, in any time zone. */
export const sentMoment = () =>
  z.iso.datetime({ offset: true }).refine(isHeld, { error: 'Enter a date and a time' });

/** A day in a request. ISO calendars have a year 0, PostgreSQL does not. */
export const sentDay = () =>
  z.iso.date().refine((text) => !text.startsWith('0000'), { error: 'Enter a date' });
