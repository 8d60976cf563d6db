import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { mayDo } from '../../access.ts';
import type { Row } from '../../crud/DeleteButton.tsx';
import { EntityList } from '../../crud/EntityList.tsx';
import { entityOf } from '../../entities.ts';
import { Change } from '../../payments/EntryCells.tsx';
import { DecideAdjustment } from './DecideAdjustment.tsx';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const asAdjustment = (record: Row) => record as unknown as WalletAdjustment;

/** Adjustments above the provider's limit: first those that wait for a second person, the oldest first. */
export function AdjustmentList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletAdjustment}
      defaultFilter={{ status: 'pending' }}
      sort={{ field: 'created_at', order: 'ASC' }}
      filters={['status', 'account', 'created_at']}
      columns={[
        'created_at',
        {
          name: 'account_name',
          render: (record) => <Account adjustment={asAdjustment(record)} />,
        },
        { name: 'amount', render: (record) => <Change amount={asAdjustment(record).amount} /> },
        'reason',
        'asked_by_name',
        'status',
        'decided_by_name',
        'note',
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

function Account({ adjustment: { account, account_name: name } }: { adjustment: WalletAdjustment }) {
  if (!mayDo('admin/accounts')) return <>{name}</>;
  return (
    <Link className="crud-title" to={`/admin/accounts/${account}/show?tab=wallet`}>
      {name}
    </Link>
  );
}
