import EditOutlined from '@mui/icons-material/EditOutlined';
import { useCreatePath, useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { RowAction } from '../../../crud/RowAction.tsx';
import { Lookup } from './Lookup.tsx';
import { shownPrefix } from './shownPrefix.ts';

const numberRange = entityOf('admin/number-plan');

export function NumberPlanList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={numberRange}
      above={<Lookup />}
      link={false}
      columns={[
        {
          name: 'prefix',
          render: ({ prefix }) => <span className="crud-number">{shownPrefix(shown(prefix))}</span>,
        },
        'operator',
        'valid_from',
        'status',
        'closed',
      ]}
      rowActions={(record) => <RangeActions record={record} />}
      empty={{ title: translate('numberPlan.empty'), text: translate('numberPlan.emptyText') }}
    />
  );
}

function RangeActions({ record }: { record: Row }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  if (!canWrite(numberRange, 'update') || !record.is_open) return null;
  const name = shownPrefix(shown(record.prefix));
  return (
    <>
      <RowAction
        icon={EditOutlined}
        label={translate('crud.show.edit')}
        of={name}
        to={createPath({ resource: numberRange.name, type: 'edit', id: record.id })}
      />
      {record.status === 'future' && (
        <DeleteConfirmed entity={numberRange} record={record} name={name} compact>
          {translate('numberPlan.deleteText')}
        </DeleteConfirmed>
      )}
    </>
  );
}
