import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { SendAction } from '../../../crud/SendAction.tsx';
import { TestChip } from '../../../crud/TestChip.tsx';
import { ConsumptionTotals } from './ConsumptionTotals.tsx';
import './consumption.css';

const consumption = entityOf('sms/consumption-history');

export function ConsumptionList() {
  const translate = useTranslate();
  const labels = useLabels(consumption);
  const source = {
    name: 'source',
    render: ({ source, test, amount }: Readonly<Record<string, unknown>>) => (
      <span className="tested-status">
        {/* Free tests show no payment. */}
        {!(test === true && amount === 0) && labels.choice('source', source)}
        {test === true && <TestChip />}
      </span>
    ),
  };
  return (
    <EntityList
      entity={consumption}
      columns={['day', 'campaign', 'operator', source, 'messages', 'parts', 'amount']}
      above={<ConsumptionTotals />}
      exportPath={`${consumption.path}export/`}
      empty={{
        title: translate('consumption.empty'),
        text: translate('consumption.emptyText'),
        action: <SendAction />,
      }}
    />
  );
}
