import { retrySeconds } from '../core/errorTexts.ts';
import { HttpError } from '../core/http.ts';

/** Seconds until the server accepts another attempt, if it says so of too many. */
export function retryAfter(failure: unknown): number {
  if (!(failure instanceof HttpError) || failure.status !== 429) return 0;
  const { data } = failure.body;
  const wait = typeof data === 'object' && data && 'retry_after' in data ? Number(data.retry_after) : 0;
  return retrySeconds(failure.retryAfter) || (Number.isFinite(wait) ? wait : 0);
}
