/** Differences below this are the network's, or do no harm. */
const IGNORED = 120_000;
/** Kept for the next page, which shows days before the first answer has come. */
const KEY = 'clock';

/** Milliseconds that the server's clock is ahead of this browser's. */
let difference = stored();
/** The same as the last prompt answer said it, to the second; undefined before. */
let exact: number | undefined;
/** An answer that took longer may have been sent long before it was read. */
const PROMPT = 10_000;

function stored(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

/**
 * The time now in milliseconds by the server's clock, which decides: the browser's may be wrong by hours or days. Lengths of time
 * and what the browser itself keeps, such as cookies, are measured by its own clock.
 */
export const now = (): number => Date.now() + difference;

/** The time of the server to the second, which `now` has only as far as it matters elsewhere; undefined if it tells none. */
export const serverTime = (): number | undefined => (exact === undefined ? undefined : Date.now() + exact);

/**
 * Sets the clock by the `Date` header of an answer, and the time at which it was asked for by the browser's own clock. Servers
 * of another origin may not show the header.
 */
export function setClock(date: string | null, asked: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const here = Date.now();
  if (here - asked < PROMPT) exact = at - here;
  // The answer may be read long after it was sent, by a computer that was asleep.
  const isRight = at >= asked - IGNORED && at <= here + IGNORED;
  const found = isRight ? 0 : at - here;
  if (found === 0 ? difference === 0 : Math.abs(found - difference) < IGNORED) return;
  difference = found;
  try {
    if (found === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(found));
  } catch {
    // Without storage only this page knows it.
  }
}
