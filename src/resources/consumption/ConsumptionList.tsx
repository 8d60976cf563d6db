import { useTranslate } from 'ra-core';
import { consumption } from '#schema/wallet.ts';
import { EntityList } from '../../crud/EntityList.tsx';
import { ConsumptionTotals } from './ConsumptionTotals.tsx';
import './consumption.css';

export function ConsumptionList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={consumption}
      columns={['day', 'campaign', 'operator', 'source', 'messages', 'parts', 'amount']}
      tabs={<ConsumptionTotals />}
      exportPath={`${consumption.path}export/`}
      empty={{ title: translate('consumption.empty'), text: translate('consumption.emptyText') }}
    />
  );
}
