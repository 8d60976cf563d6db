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
 * Sends a request under an `Idempotency-Key` that stays the same until the server has answered, so that the request is carried
 * out once however often it is tried. After a failure `unanswered` has the key if the server may have carried it out.
 */
export async function withKey<T>(
  unanswered: Unanswered,
  request: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const former = unanswered.get(request);
  const key = former ?? newKey();
  // Before it is sent: whoever leaves the page does not see the answer.
  unanswered.set(request, key);
  try {
    const answer = await send(key);
    unanswered.delete(request);
    return answer;
  } catch (error) {
    // Another attempt may have been answered meanwhile. If not, the time for which the key is kept begins now.
    if (unanswered.get(request) === key) {
      if (isUncertain(asFailure(error), former !== undefined)) unanswered.set(request, key);
      else unanswered.delete(request);
    }
    throw error;
  }
}
