import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { mayWrite } from '../../../crud/access.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { isRunning } from './isRunning.ts';

/** Links to the import wizard; hidden if the user may not start one. */
export function ImportButton({
  entity,
  variant = 'contained',
}: {
  entity: Outline;
  variant?: 'contained' | 'outlined';
}) {
  const translate = useTranslate();
  if (!mayWrite(entity, 'create')) return null;
  return (
    <Button
      variant={variant}
      component={Link}
      to={`/${entity.name}/create`}
      startIcon={<UploadFileOutlined />}
    >
      {translate('imports.import')}
    </Button>
  );
}

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
