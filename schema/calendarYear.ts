import { z } from 'zod';

/** A year that was added to Bikram Sambat: the days of its months, Baisakh to Chaitra. */
export const calendarYear = z.strictObject({ year: z.int(), months: z.array(z.int()).max(12) });
