import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Outline } from '#schema/outline.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { ImportButton } from './ImportButton.tsx';
import { isRunning } from './isRunning.ts';

/** The imports of a target; running ones are refreshed. */
export function ImportsList({
  entity,
  target,
  title,
  tabs,
}: {
  entity: Outline;
  target: SheetTarget;
  title?: string;
  tabs: ReactNode;
}) {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entity}
      title={title}
      tabs={tabs}
      columns={['file_name', 'status', 'rows', 'created', 'updated', 'duplicates', 'refused', 'created_at']}
      create={false}
      actions={<ImportButton entity={entity} />}
      refetchEvery={(records) => (records.some(isRunning) ? 2000 : false)}
      empty={{
        title: translate('imports.empty'),
        text: translate(`imports.${target}.emptyText`),
        action: <ImportButton entity={entity} />,
      }}
    />
  );
}
