import { useTranslate } from 'ra-core';
import { consumption } from '#schema/wallet.ts';
import { EntityList } from '../../crud/EntityList.tsx';

export function ConsumptionList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={consumption}
      columns={['day', 'campaign', 'operator', 'source', 'messages', 'parts', 'amount']}
      empty={{ title: translate('consumption.empty'), text: translate('consumption.emptyText') }}
    />
  );
}
