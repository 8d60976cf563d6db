import type { ReactNode } from 'react';
import type { Outline } from '#schema/outline.ts';
import { canAccess } from '../../../core/access.ts';
import { entityNamed } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { costCell } from '../../../crud/Cost.tsx';

interface Tab {
  name: string;
  /** The entity that it lists, and the columns. */
  of?: string;
  columns?: readonly string[];
  /** How to display a field, if its kind is not enough. */
  render?: Record<string, (record: unknown) => ReactNode>;
}

const tabs: readonly Tab[] = [
  { name: 'overview' },
  { name: 'users', of: 'users', columns: ['name', 'email', 'phone', 'is_active', 'last_login_at'] },
  {
    name: 'campaigns',
    of: 'admin/campaigns',
    columns: ['name', 'status', 'recipients', 'delivered', 'cost', 'created_at'],
    render: { cost: costCell },
  },
  {
    name: 'packages',
    of: 'admin/account-packages',
    columns: ['name', 'parts', 'remaining', 'expires_at', 'created_at'],
  },
  {
    name: 'payments',
    of: 'admin/payment-references',
    columns: ['created_at', 'kind', 'amount', 'method', 'reference', 'status'],
  },
  {
    name: 'wallet',
    of: 'admin/wallet-entries',
    columns: ['created_at', 'kind', 'amount', 'balance', 'campaign', 'note'],
  },
  { name: 'daily' },
];

export type VisibleTab = Tab & { entity?: Outline };

/** The tabs that the signed-in user may read and that this contract has. */
export const visibleTabs = (): VisibleTab[] =>
  tabs.flatMap((tab): VisibleTab[] => {
    if (tab.name === 'daily') return offers('account-overview') ? [tab] : [];
    if (!tab.of) return [tab];
    const entity = entityNamed(tab.of);
    return entity && canAccess(entity.name) ? [{ ...tab, entity }] : [];
  });
