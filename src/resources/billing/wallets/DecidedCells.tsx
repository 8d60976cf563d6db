import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { canAccess } from '../../../core/access.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';

/** What changes that need a second person have in common. */
type Waiting = Pick<WalletAdjustment, 'account' | 'account_name' | 'status' | 'decided_by_name' | 'note'>;

/** The status, and for a decision who made it and why. */
export function Decided({ entity, waiting }: { entity: Outline; waiting: Waiting }) {
  const { status, decided_by_name: by, note } = waiting;
  const translate = useTranslate();
  const labels = useLabels(entity);
  return (
    <>
      <StatusChip status={status} label={labels.choice('status', status)} />
      {by && (
        <div className="wallet-decided">
          {[translate('reviews.by', { name: by }), note].filter(Boolean).join(': ')}
        </div>
      )}
    </>
  );
}

export function WaitingAccount({ waiting: { account, account_name: name } }: { waiting: Waiting }) {
  if (!account || !canAccess('admin/accounts')) return <>{shown(name)}</>;
  return (
    <Link className="crud-title" to={`/admin/accounts/${account}/show?tab=wallet`}>
      {shown(name)}
    </Link>
  );
}
