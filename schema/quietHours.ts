import { z } from 'zod';

/** `22:00-07:00`: from and until when (Asia/Kathmandu, may span midnight) only urgent messages are sent. */
export const QUIET_HOURS = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

const text = 'Enter a time from which and one until which nothing is sent, in 24 hours.';

/** Such a span as it is sent. */
export const quietHours = z
  .string()
  .regex(QUIET_HOURS, text)
  .refine((hours) => hours.slice(0, 5) !== hours.slice(6), text);
