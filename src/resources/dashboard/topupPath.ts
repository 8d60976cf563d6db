import { mayDo } from '../../core/access.ts';

/** Where to request a top-up; for users who may not, the list of requests. */
export const topupPath = (): string =>
  mayDo('wallet/topup-history/create') ? '/wallet/topup-history/create' : '/wallet/topup-history';
