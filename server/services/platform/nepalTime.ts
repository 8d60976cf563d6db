/** Kathmandu's offset, fixed since 1986, so that no zone data is needed. */
const OFFSET_MS = 345 * 60_000;

const inNepal = (at: Date): string => new Date(at.getTime() + OFFSET_MS).toISOString();

/** The calendar day of a moment in Nepal: `2026-01-02`. */
export const nepalDay = (at: Date): string => inNepal(at).slice(0, 10);

/** A moment in a file for people, with its time zone: `2026-01-02 14:05:00 +05:45`; empty if there is none. */
export const nepalTime = (at: string | null): string =>
  at ? `${inNepal(new Date(at)).slice(0, 19).replace('T', ' ')} +05:45` : '';
