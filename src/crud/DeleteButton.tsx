import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Button from '@mui/material/Button';
import { useDelete, useNotify, useRedirect, useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { recordTitle } from '../core/labels.ts';
import { mayWrite } from './access.ts';
import { RowAction } from './RowAction.tsx';

/** Anything with an id: a record as the data provider gives it. */
export type Row = Record<string, unknown> & { id: string | number };

/** Deletes one record; a toast offers to undo it before it is sent. Absent where the user may not. */
export function DeleteButton({
  entity,
  record,
  compact = false,
}: {
  entity: Outline;
  record: Row;
  /** An icon in a row, which stays in the list; otherwise a button that goes back to it. */
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
