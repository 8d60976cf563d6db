import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { mayDo } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { Change } from '../payments/EntryCells.tsx';
import { DecideAdjustment } from './DecideAdjustment.tsx';
import './wallets.css';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const asAdjustment = (record: Row) => record as unknown as WalletAdjustment;

/** Adjustments above the provider's limit: those that wait for a second person first, oldest first. */
export function AdjustmentList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletAdjustment}
      defaultFilter={{ status: 'pending' }}
      nothingWaits={nothingWaits}
      sort={{ field: 'created_at', order: 'ASC' }}
      filters={['status', 'account', 'created_at']}
      columns={[
        'created_at',
        {
          name: 'account_name',
          render: (record) => <Account adjustment={asAdjustment(record)} />,
        },
        { name: 'amount', render: (record) => <Change amount={asAdjustment(record).amount} /> },
        { name: 'reason', render: (record) => <Reason adjustment={asAdjustment(record)} /> },
        { name: 'status', render: (record) => <Status adjustment={asAdjustment(record)} /> },
      ]}
      link={false}
      rowActions={(record) => <DecideAdjustment adjustment={asAdjustment(record)} />}
      refetchEvery={() => 15_000}
      empty={{
        title: translate('wallets.adjustmentsEmpty'),
        text: translate('wallets.adjustmentsEmptyText'),
      }}
    />
  );
}

/** The reason, and who requested it. */
function Reason({ adjustment: { reason, asked_by_name: name } }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  return (
    <>
      {reason}
      <div className="wallet-decided">{translate('reviews.by', { name })}</div>
    </>
  );
}

/** The status, and for a decision who made it and why. */
function Status({ adjustment: { status, decided_by_name: by, note } }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  const labels = useLabels(walletAdjustment);
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

function Account({ adjustment: { account, account_name: name } }: { adjustment: WalletAdjustment }) {
  if (!account || !mayDo('admin/accounts')) return <>{shown(name)}</>;
  return (
    <Link className="crud-title" to={`/admin/accounts/${account}/show?tab=wallet`}>
      {shown(name)}
    </Link>
  );
}
