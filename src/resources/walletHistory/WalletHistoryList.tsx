import { useTranslate } from 'ra-core';
import { walletEntry } from '#schema/wallet.ts';
import { EntityList } from '../../crud/EntityList.tsx';

export function WalletHistoryList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={walletEntry}
      columns={['created_at', 'kind', 'amount', 'balance', 'campaign', 'note']}
      empty={{ title: translate('walletHistory.empty'), text: translate('walletHistory.emptyText') }}
    />
  );
}
