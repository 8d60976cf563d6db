import { useQuery } from '@tanstack/react-query';
import { isStaff } from '#schema/isStaff.ts';
import { canAccess } from '../core/access.ts';
import { offers } from '../core/offers.ts';
import { useUser } from '../layout/useUser.ts';
import { dashboardQuery } from './dashboardQuery.ts';

/**
 * The dashboard of a customer who may send; no data for others, and where it cannot be loaded. Without `isAsked` only what has
 * been loaded before.
 */
export function useCustomerDashboard(isAsked: boolean) {
  const user = useUser();
  const isCustomer = user !== null && !isStaff(user.role);
  const { data, isLoading } = useQuery({
    ...dashboardQuery(user?.uuid),
    enabled: isAsked && isCustomer && offers('dashboard') && canAccess('sms/bulk-sms'),
  });
  return { data: isCustomer ? data : undefined, isLoading };
}
