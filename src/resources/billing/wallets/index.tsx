import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const wallet = defineResource(entityOf('admin/wallets'), {
  list: () => import('./WalletList.tsx').then((m) => m.WalletList),
});

export const anyWalletEntry = defineResource(entityOf('admin/wallet-entries'), {
  list: () => import('./EntryList.tsx').then((m) => m.EntryList),
});

export const walletAdjustment = defineResource(entityOf('admin/wallet-adjustments'), {
  list: () => import('./AdjustmentList.tsx').then((m) => m.AdjustmentList),
});
