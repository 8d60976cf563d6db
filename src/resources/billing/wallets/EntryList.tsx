import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { AnyWalletEntry } from '#schema/wallet.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { Change } from '../payments/EntryCells.tsx';

const anyWalletEntry = entityOf('admin/wallet-entries');

const asEntry = (record: Row) => record as unknown as AnyWalletEntry;

/** All accounts' ledgers, newest first, for staff who look for a certain movement. */
export function EntryList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={anyWalletEntry}
      filters={['account', 'kind', 'created_at']}
      columns={[
        'created_at',
        {
          name: 'account_name',
          phone: 'title',
          render: (record) => (
            <AccountLink uuid={asEntry(record).account} name={asEntry(record).account_name} />
          ),
        },
        { name: 'kind', phone: 'status' },
        { name: 'amount', render: (record) => <Change amount={asEntry(record).amount} /> },
        'balance',
        {
          name: 'subject',
          label: translate('wallets.subject'),
          render: (record) => <Subject record={record} />,
        },
      ]}
      exportPath={`${anyWalletEntry.path}export/`}
      empty={{ title: translate('wallets.entriesEmpty'), text: translate('wallets.entriesEmptyText') }}
    />
  );
}

/** The purpose of an entry: a payment, a campaign, or the text of its note. */
function Subject({ record }: { record: Row }) {
  const translate = useTranslate();
  const { campaign, payment } = asEntry(record);
  if (payment && canAccess('admin/payment-references'))
    return <Link to={`/admin/payment-references/${payment}/show`}>{translate('wallets.payment')}</Link>;
  return <FieldValue entity={anyWalletEntry} name={campaign ? 'campaign' : 'note'} record={record} inList />;
}
