import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const walletHistory = defineResource(entityOf('wallet/history'), {
  list: screen(() => import('./WalletHistoryList.tsx').then((m) => ({ default: m.WalletHistoryList }))),
});
