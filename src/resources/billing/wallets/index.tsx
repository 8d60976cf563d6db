import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const anyWalletEntry = entityOf('admin/wallet-entries');
const wallet = entityOf('admin/wallets');
const walletAdjustment = entityOf('admin/wallet-adjustments');

export const walletResource: ResourceProps = {
  name: wallet.name,
  list: screen(() => import('./WalletList.tsx').then((m) => ({ default: m.WalletList }))),
  recordRepresentation: wallet.title,
};

export const anyWalletEntryResource: ResourceProps = {
  name: anyWalletEntry.name,
  list: screen(() => import('./EntryList.tsx').then((m) => ({ default: m.EntryList }))),
};

export const walletAdjustmentResource: ResourceProps = {
  name: walletAdjustment.name,
  list: screen(() => import('./AdjustmentList.tsx').then((m) => ({ default: m.AdjustmentList }))),
};
