import { isStaff } from '#schema/isStaff.ts';
import { canAccess } from './access.ts';
import { offers } from './offers.ts';
import type { User } from './session.ts';

/** Whether the account of this user may have a trial, so that it is worth asking. */
export const mayHaveTrial = (user: User | null | undefined): boolean =>
  offers('trial') &&
  canAccess('sms/bulk-sms') &&
  !(user && isStaff(user.role)) &&
  user?.account?.kyc_status !== 'approved' &&
  !user?.acting;
