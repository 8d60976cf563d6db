import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Wallet } from '#schema/wallet.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { AdjustWallet } from '../payments/AdjustWallet.tsx';
import { WalletTotals } from './WalletTotals.tsx';

const wallet = entityOf('admin/wallets');

/** Customers' balances and what their campaigns hold, lowest balance first. */
export function WalletList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  return (
    <EntityList
      entity={wallet}
      filters={['is_active']}
      columns={[
        {
          name: 'name',
          render: ({ uuid, name }) =>
            canAccess('admin/accounts') ? (
              <Link className="crud-title" to={`/admin/accounts/${uuid}/show`}>
                {shown(name)}
              </Link>
            ) : (
              shown(name)
            ),
        },
        'balance',
        'held',
        {
          name: 'last_entry_at',
          // Without its label it has room beside what is held on a phone, also in Nepali.
          render: (record) => <FieldValue entity={wallet} name="last_entry_at" record={record} inList />,
        },
        { name: 'is_active', hidden: true },
      ]}
      above={<WalletTotals />}
      actions={
        <>
          {canAccess('admin/wallet-adjustments') && (
            <Button component={Link} to="/admin/wallet-adjustments">
              {translate('wallets.adjustments')}
            </Button>
          )}
          {canAccess('admin/wallet-entries') && (
            <Button component={Link} to="/admin/wallet-entries">
              {translate('wallets.entries')}
            </Button>
          )}
        </>
      }
      rowActions={(record) => <AdjustWallet compact target={record as unknown as Wallet} onDone={refresh} />}
      exportPath={`${wallet.path}export/`}
      empty={{ title: translate('wallets.empty'), text: translate('wallets.emptyText') }}
    />
  );
}
