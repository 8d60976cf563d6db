import { asFailure } from './http.ts';
import { isUncertain } from './isUncertain.ts';
import { newKey } from './newKey.ts';

/** The keys of requests that may have been carried out without an answer, by what tells the requests apart. */
interface Unanswered {
  get(request: string): string | undefined;
  set(request: string, key: string): void;
  delete(request: string): void;
}

/**
 * Sends a request under an `Idempotency-Key` that stays the same until the server has answered, so that it is carried out once
 * however often it is tried. Afterwards `unanswered` has it only if it may have been carried out all the same.
 */
export async function withKey<T>(
  unanswered: Unanswered,
  request: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const former = unanswered.get(request);
  const key = former ?? newKey();
  // From now on: whoever leaves the page does not learn of the answer.
  unanswered.set(request, key);
  try {
    const answer = await send(key);
    unanswered.delete(request);
    return answer;
  } catch (error) {
    // Kept from now on, for answers that take long.
    if (isUncertain(asFailure(error), former !== undefined)) unanswered.set(request, key);
    else unanswered.delete(request);
    throw error;
  }
}
