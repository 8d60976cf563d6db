import { type Plan, planPath } from '#schema/compose.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { HttpError, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';

/**
 * A path that does not exist, or does not accept this request. Our own `not_found` is about a record in the
 * request.
 */
const isAbsent = ({ status, code }: HttpError): boolean =>
  [404, 405, 501].includes(status) && code !== 'not_found';

/** Whether an answer has what the next step shows; otherwise it is not a plan. */
function isPlan(data: unknown): data is Plan {
  const { uuid, cost, recipients, refused, ...rest } = (data ?? {}) as Partial<Plan>;
  const lists = [rest.refused_rows, rest.operators, rest.samples];
  return (
    typeof uuid === 'string' &&
    typeof cost === 'number' &&
    typeof recipients === 'number' &&
    typeof refused === 'object' &&
    lists.every(Array.isArray)
  );
}

/**
 * The plan of sending `body` to `path`; null if the server has no plans. This is never requested at `path`
 * itself, because a server that does not know the request would send.
 */
export async function askPlan(path: string, body: object, signal?: AbortSignal): Promise<Plan | null> {
  if (!offers('plans')) return null;
  try {
    const data = dataOf(await http.json<unknown>(planPath(path), { body, signal }));
    if (!isPlan(data)) throw new HttpError('compose.planUnreadable');
    return data;
  } catch (error) {
    if (error instanceof HttpError && isAbsent(error)) return null;
    throw error;
  }
}
