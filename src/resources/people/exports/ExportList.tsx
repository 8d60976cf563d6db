import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { fileSize } from '../../../core/format.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { isRunning } from './isRunning.ts';
import { StartButton } from './StartButton.tsx';

/** The exports of the account; those in preparation are refreshed. */
export function ExportList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entityOf('settings/exports')}
      columns={[
        'file_name',
        'status',
        'rows',
        {
          name: 'size',
          render: ({ size }) => (typeof size === 'number' ? fileSize(size) : <EmptyValue />),
        },
        'created_at',
        'expires_at',
      ]}
      create={false}
      actions={<StartButton />}
      refetchEvery={(records) => (records.some(isRunning) ? 2000 : false)}
      empty={{
        title: translate('exports.empty'),
        text: translate('exports.emptyText'),
        action: <StartButton />,
      }}
    />
  );
}
