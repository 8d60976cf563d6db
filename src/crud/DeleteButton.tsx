import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Button from '@mui/material/Button';
import { useDelete, useNotify, useRedirect, useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { recordTitle } from '../core/labels.ts';
import { mayWrite } from './access.ts';
import { RowAction } from './RowAction.tsx';

/** Anything with an id: a record from the data provider. */
export type Row = Record<string, unknown> & { id: string | number };

/** Deletes one record; a toast offers undo before the request is sent. Hidden without permission. */
export function DeleteButton({
  entity,
  record,
  compact = false,
}: {
  entity: Outline;
  record: Row;
  /** As an icon in a row, it stays in the list; as a button, it returns to the list. */
  compact?: boolean;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [remove] = useDelete();
  if (!mayWrite(entity, 'delete')) return null;
  const name = recordTitle(entity, record);
  const label = translate('crud.show.delete');

  const onClick = () => {
    remove(
      entity.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'undoable',
        onSuccess: () => notify('crud.deleted', { type: 'info', undoable: true, messageArgs: { name } }),
        onError: (error) =>
          notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' }),
      },
    );
    if (!compact) redirect('list', entity.name);
  };

  if (!compact)
    return (
      <Button color="error" startIcon={<DeleteOutlineRounded />} onClick={onClick}>
        {label}
      </Button>
    );
  return <RowAction icon={DeleteOutlineRounded} label={label} of={name} onClick={onClick} />;
}
