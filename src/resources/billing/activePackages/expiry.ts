const DAY = 86_400_000;

/** Fewer days than this are worth a warning. */
export const WARN_DAYS = 7;

/** Whole days until a time, the day that has begun included; 0 when it is past. */
export const daysUntil = (iso: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((new Date(iso).getTime() - now) / DAY));
