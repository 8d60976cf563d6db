import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const walletHistory = defineResource(entityOf('wallet/history'), ['payments'], {
  list: () => import('./WalletHistoryList.tsx').then((m) => m.WalletHistoryList),
});
