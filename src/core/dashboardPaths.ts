import { isStaff } from '#schema/isStaff.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { canAccess, hasPermission } from './access.ts';
import { entityOf } from './entities.ts';
import { dashboardSummary } from './entityTable.ts';
import { offers } from './offers.ts';
import { listPath } from './paths.ts';
import type { User } from './session.ts';
import { mayHaveTrial } from './trial.ts';

/** The figures of a customer's dashboard. */
export const DASHBOARD = '/v1/core/dashboard/';

/** The campaigns of each dashboard, newest first. */
export const RECENT = { page: 1, perPage: 6, sort: { field: 'created_at', order: 'DESC' } } as const;

/** What this user's dashboard asks for when it opens. */
export function dashboardPaths(user: User): string[] {
  const campaigns = canAccess('sms') ? [listPath(entityOf('sms'), RECENT)] : [];
  if (isStaff(user.role))
    return campaigns.length > 0 && hasPermission(['dashboard-summary', 'get'])
      ? [dashboardSummary, ...campaigns]
      : campaigns;
  return [...(offers('dashboard') ? [DASHBOARD] : []), ...(mayHaveTrial(user) ? [TRIAL] : []), ...campaigns];
}
