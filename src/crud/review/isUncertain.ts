import type { HttpError } from '../../core/http.ts';

/**
 * Whether a failed request may have been accepted all the same: it was not answered or is still running, or this refusal
 * says nothing about an unanswered attempt before it (`wasUncertain`).
 */
export const isUncertain = (failure: HttpError, wasUncertain: boolean): boolean =>
  failure.status >= 500 || failure.code === 'in_flight' || (wasUncertain && failure.isBeforeKey);
