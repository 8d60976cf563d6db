import type { HttpError } from './http.ts';

/** Statuses of refusals that come before the server has looked at the idempotency key. */
const BEFORE_KEY = [401, 403, 408, 429];

/** Whether the request itself may have been carried out: it was not answered, or the server is still working on it. */
const mayBeDone = ({ status, code }: HttpError): boolean => status >= 500 || code === 'in_flight';

/**
 * Whether a failed write under an idempotency key may have been carried out all the same, by this request or by an
 * unanswered one before it under the same key (`wasUncertain`). Any refusal after the key was looked at says that neither was.
 */
export const isUncertain = (failure: HttpError, wasUncertain: boolean): boolean =>
  mayBeDone(failure) || (wasUncertain && BEFORE_KEY.includes(failure.status));

/** The same as `isUncertain` for a write without a key: no refusal says anything about an earlier request. */
export const isUncertainWithoutKey = (failure: HttpError, wasUncertain: boolean): boolean =>
  wasUncertain || mayBeDone(failure);
