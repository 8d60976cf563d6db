import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const wallet = defineResource(entityOf('admin/wallets'), {
  list: screen(() => import('./WalletList.tsx').then((m) => ({ default: m.WalletList }))),
});

export const anyWalletEntry = defineResource(entityOf('admin/wallet-entries'), {
  list: screen(() => import('./EntryList.tsx').then((m) => ({ default: m.EntryList }))),
});

export const walletAdjustment = defineResource(entityOf('admin/wallet-adjustments'), {
  list: screen(() => import('./AdjustmentList.tsx').then((m) => ({ default: m.AdjustmentList }))),
});
