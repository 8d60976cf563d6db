import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const wallet = defineResource(entityOf('admin/wallets'), ['accounts', 'payments'], {
  list: () => import('./WalletList.tsx').then((m) => m.WalletList),
});

export const anyWalletEntry = defineResource(entityOf('admin/wallet-entries'), ['accounts'], {
  list: () => import('./EntryList.tsx').then((m) => m.EntryList),
});

export const creditLimitChange = defineResource(entityOf('admin/credit-limits'), ['accounts', 'reviews'], {
  list: () => import('./CreditLimitList.tsx').then((m) => m.CreditLimitList),
});

export const walletAdjustment = defineResource(
  entityOf('admin/wallet-adjustments'),
  ['accounts', 'reviews'],
  {
    list: () => import('./AdjustmentList.tsx').then((m) => m.AdjustmentList),
  },
);
