import { useTranslate } from 'ra-core';
import { EntityList } from '../../crud/EntityList.tsx';
import { entityOf } from '../../entities.ts';
import { ConsumptionTotals } from './ConsumptionTotals.tsx';
import './consumption.css';

const consumption = entityOf('sms/consumption-history');

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
