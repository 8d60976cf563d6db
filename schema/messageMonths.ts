import { z } from 'zod';

/** Months for which messages are kept after the month (UTC) in which they were made. */
export const messageMonths = z.int().min(1).max(1200);
