import { mayDo } from '../../core/access.ts';

/** Where to ask for a top-up; who may not finds those that were asked for. */
export const topupPath = (): string =>
  mayDo('wallet/topup-history/create') ? '/wallet/topup-history/create' : '/wallet/topup-history';
