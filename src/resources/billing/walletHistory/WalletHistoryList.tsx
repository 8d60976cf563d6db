import { useTranslate } from 'ra-core';
import type { WalletEntry } from '#schema/wallet.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { Change } from '../payments/EntryCells.tsx';
import { Credit } from './Credit.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { useFirstStep } from './useFirstStep.tsx';

const walletEntry = entityOf('wallet/history');

const asEntry = (record: Row) => record as unknown as WalletEntry;

/** The ledger: every change of the balance, its purpose, and the balance after it. */
export function WalletHistoryList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletEntry}
      tabs={<FamilyTabs root="wallet" label={translate('menu.wallet')} />}
      above={<Credit />}
      filters={['kind', 'created_at', 'campaign']}
      columns={[
        'created_at',
        'kind',
        { name: 'amount', render: (record) => <Change amount={asEntry(record).amount} /> },
        'balance',
        {
          name: 'subject',
          phone: 'status',
          label: translate('walletHistory.subject'),
          render: (record) => <Subject entry={record} />,
        },
        { name: 'note', hidden: true },
      ]}
      exportPath={`${walletEntry.path}export/`}
      empty={{
        title: translate('walletHistory.empty'),
        text: translate('walletHistory.emptyText'),
        action: useFirstStep(),
      }}
    />
  );
}

/** The purpose of an entry: a campaign, a payment, or the text of its note. */
function Subject({ entry }: { entry: Row }) {
  const { campaign, payment } = asEntry(entry);
  if (payment) return <PaymentLink uuid={payment} />;
  return <FieldValue entity={walletEntry} name={campaign ? 'campaign' : 'note'} record={entry} inList />;
}
