import { useTranslate } from 'ra-core';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { Change } from '../payments/EntryCells.tsx';
import { DecideAdjustment } from './DecideAdjustment.tsx';
import { Decided, WaitingAccount } from './DecidedCells.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import { secondPersonQueue } from './secondPersonQueue.ts';
import './wallets.css';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const asAdjustment = (record: Row) => record as unknown as WalletAdjustment;

/** Adjustments above the provider's limit: those that wait for a second person first, oldest first. */
export function AdjustmentList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletAdjustment}
      {...secondPersonQueue}
      above={<OwnRequests pair={['wallet-list', 'post']} />}
      columns={[
        'created_at',
        {
          name: 'account_name',
          render: (record) => <WaitingAccount waiting={asAdjustment(record)} />,
        },
        { name: 'amount', render: (record) => <Change amount={asAdjustment(record).amount} /> },
        { name: 'reason', render: (record) => <Reason adjustment={asAdjustment(record)} /> },
        {
          name: 'status',
          render: (record) => <Decided entity={walletAdjustment} waiting={asAdjustment(record)} />,
        },
      ]}
      rowActions={(record) => <DecideAdjustment adjustment={asAdjustment(record)} />}
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
