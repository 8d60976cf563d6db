import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const walletEntry = entityOf('wallet/history');

export const walletHistoryResource: ResourceProps = {
  name: walletEntry.name,
  list: screen(() => import('./WalletHistoryList.tsx').then((m) => ({ default: m.WalletHistoryList }))),
};
