import type { Dashboard } from '#schema/dashboard.ts';
import { DASHBOARD } from '../core/dashboardPaths.ts';
import { dataOf } from '../core/dataOf.ts';
import { http } from '../core/http.ts';
import { initialFrom } from './initialFrom.ts';

/** The query of a customer's dashboard, alike wherever it is used: who comes first makes it. */
export const dashboardQuery = (user: string | undefined) => ({
  queryKey: ['dashboard', user],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    dataOf<Dashboard>(await http.json(DASHBOARD, { signal })),
  ...initialFrom<Dashboard>(DASHBOARD),
});
