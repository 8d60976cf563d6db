import { askAhead } from '../core/ahead.ts';
import { dashboardPaths } from '../core/dashboardPaths.ts';
import { http } from '../core/http.ts';
import { getUser } from '../core/session.ts';

/**
 * Requests what the dashboard shows while the console's code is still loading. Resolves with the answers when they have arrived or
 * failed.
 */
export async function startDashboard(client = http): Promise<unknown> {
  const user = getUser();
  return user ? Promise.all(dashboardPaths(user).map((path) => askAhead(path, client))) : undefined;
}
