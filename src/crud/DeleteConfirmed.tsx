import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Button from '@mui/material/Button';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Row } from './DeleteButton.tsx';
import { RowAction } from './RowAction.tsx';
import { useAct } from './useAct.ts';
import { useRedirectAfterSaving } from './useRedirectAfterSaving.ts';

/**
 * Deletes a record after asking, for records that the server deletes one by one and on conditions. A refusal is shown, and
 * the record is reloaded either way.
 */
export function DeleteConfirmed({
  entity,
  record,
  name,
  compact = false,
  onDeleted,
  children,
}: {
  entity: Outline;
  record: Row;
  /** The record's name in the question. */
  name: string;
  /** As an icon in a row, it stays in the list; as a button, it returns to the list. */
  compact?: boolean;
  onDeleted?(): void;
  /** The consequences of deleting it. */
  children: ReactNode;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const redirect = useRedirectAfterSaving();
  const dataProvider = useDataProvider();
  const [isAsking, setAsking] = useState(false);
  const label = translate('crud.show.delete');

  const { isBusy, run } = useAct(() => {
    setAsking(false);
    refresh();
  });
  const remove = () =>
    run(async () => {
      await dataProvider.delete(entity.name, { id: record.id, previousData: record });
      onDeleted?.();
      if (!compact) redirect('list', entity.name);
      return ['crud.deleted', { name }];
    });

  return (
    <>
      {compact ? (
        <RowAction icon={DeleteOutlineRounded} label={label} of={name} onClick={() => setAsking(true)} />
      ) : (
        <Button color="error" startIcon={<DeleteOutlineRounded />} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        danger
        busy={isBusy}
        title={translate('crud.deleteOne', { name })}
        confirm={label}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
