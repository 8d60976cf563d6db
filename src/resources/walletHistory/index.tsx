import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { walletEntry } from '#schema/wallet.ts';

export const walletHistoryResource: ResourceProps = {
  name: walletEntry.name,
  list: lazy(() => import('./WalletHistoryList.tsx').then((m) => ({ default: m.WalletHistoryList }))),
};
