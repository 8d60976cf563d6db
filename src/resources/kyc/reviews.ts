import { isStaff } from '#schema/permissions.ts';
import { may } from '../../access.ts';
import { getUser } from '../../authProvider/session.ts';

/** Whether the signed-in user reads the records of all accounts; everybody else has their own. */
export function reviewsKyc(): boolean {
  const user = getUser();
  return Boolean(user && isStaff(user.role)) && may(['kyc-list', 'get']);
}
