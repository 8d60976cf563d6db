import { useTranslate } from 'ra-core';
import { type WalletEntry, walletEntry } from '#schema/wallet.ts';
import type { Row } from '../../crud/DeleteButton.tsx';
import { EntityList } from '../../crud/EntityList.tsx';
import { FamilyTabs } from '../../crud/FamilyTabs.tsx';
import { FieldValue } from '../../crud/fields.tsx';
import { money } from '../../format.ts';
import { PaymentLink } from './PaymentLink.tsx';
import './walletHistory.css';

const asEntry = (record: Row) => record as unknown as WalletEntry;

/** The ledger: every change of the balance, what it was for, and the balance after it. */
export function WalletHistoryList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletEntry}
      tabs={<FamilyTabs root="wallet" label={translate('menu.wallet')} />}
      filters={['kind', 'created_at', 'campaign']}
      columns={[
        'created_at',
        'kind',
        { name: 'amount', render: (record) => <Change amount={asEntry(record).amount} /> },
        'balance',
        {
          name: 'subject',
          label: translate('walletHistory.subject'),
          render: (record) => <Subject entry={record} />,
        },
        { name: 'note', hidden: true },
      ]}
      empty={{ title: translate('walletHistory.empty'), text: translate('walletHistory.emptyText') }}
    />
  );
}

/** What came in or went out, with its sign, so that it never hangs on the colour alone. */
function Change({ amount }: { amount: number }) {
  const text = amount > 0 ? `+${money(amount)}` : money(amount);
  return (
    <span className="crud-number wallet-change" data-in={amount > 0 || undefined}>
      {text}
    </span>
  );
}

/** What an entry was for: a campaign, a payment, or what its note says. */
function Subject({ entry }: { entry: Row }) {
  const { campaign, payment } = asEntry(entry);
  if (payment) return <PaymentLink uuid={payment} />;
  return <FieldValue entity={walletEntry} name={campaign ? 'campaign' : 'note'} record={entry} inList />;
}
