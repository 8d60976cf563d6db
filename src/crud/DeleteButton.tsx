import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import { useDelete, useNotify, useRedirect, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { recordTitle } from '../core/labels.ts';
import { Button } from '../layout/Button.tsx';
import { canWrite } from './access.ts';
import { RowAction } from './RowAction.tsx';

/** Anything with an id: a record from the data provider. */
export type Row = Record<string, unknown> & { id: string | number };

interface Props {
  entity: Outline;
  record: Row;
}

/** Returns a function that deletes the record; a toast offers undo before the request is sent. */
function useDeletion({ entity, record }: Props): () => void {
  const notify = useNotify();
  const [remove] = useDelete();
  const name = recordTitle(entity, record);
  return () => {
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
  };
}

/**
 * Deletes one record, and returns to its list; as an icon in a row (`compact`), it stays there. Hidden without permission.
 */
export function DeleteButton({ compact = false, ...of }: Props & { compact?: boolean }) {
  if (!canWrite(of.entity, 'delete')) return null;
  return compact ? <RowDelete {...of} /> : <PageDelete {...of} />;
}

function PageDelete({ entity, record }: Props) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const remove = useDeletion({ entity, record });
  const onClick = () => {
    remove();
    redirect('list', entity.name);
  };
  return (
    <Button color="error" startIcon={<DeleteOutlineRounded />} onClick={onClick}>
      {translate('crud.show.delete')}
    </Button>
  );
}

/** A list has one in each row, and react-admin's hook for deleting costs more than the row: only a pressed one has it. */
function RowDelete({ entity, record }: Props) {
  const translate = useTranslate();
  const [presses, setPresses] = useState(0);
  return (
    <>
      <RowAction
        icon={DeleteOutlineRounded}
        label={translate('crud.show.delete')}
        of={recordTitle(entity, record)}
        onClick={() => setPresses(presses + 1)}
      />
      {presses > 0 && <Deletion key={presses} entity={entity} record={record} />}
    </>
  );
}

/** Deletes a record as soon as it is rendered. */
function Deletion(props: Props) {
  const remove = useRef(useDeletion(props));
  useEffect(() => {
    remove.current();
  }, []);
  return null;
}
