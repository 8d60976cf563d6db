import { canAccess } from '../../core/access.ts';

/** Where to request a top-up; for users who may not, the list of requests. */
export const topupPath = (): string =>
  canAccess('wallet/topup-history/create') ? '/wallet/topup-history/create' : '/wallet/topup-history';
