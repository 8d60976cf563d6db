import { takeArrived } from '../core/ahead.ts';
import { dataOf } from '../core/dataOf.ts';
import { freshAtFirst } from '../layout/queryClient.ts';

/**
 * Options of a query that is drawn at once if the page has asked for its answer ahead and has it already (start/firstDashboard.ts).
 *
 * Gain: docs/evidence/benchmarks.md has the dashboard with and without it. Nothing but speed breaks without it.
 */
export const initialFrom = <T>(path: string) => ({
  initialData: () => dataOf<T | undefined>(takeArrived(path)),
  staleTime: freshAtFirst,
});
