import { now } from '../../../core/clock.ts';

const DAY = 86_400_000;

/** A warning is shown below this number of days. */
export const WARN_DAYS = 7;

/** Whole days until a time, including the current one; 0 if it is past. */
export const daysUntil = (iso: string, at = now()): number =>
  Math.max(0, Math.ceil((new Date(iso).getTime() - at) / DAY));
