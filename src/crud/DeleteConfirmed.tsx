import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Row } from './DeleteButton.tsx';
import { RowAction } from './RowAction.tsx';
import { useAct } from './useAct.ts';

/**
 * An icon in a row that deletes its record after asking, for what the server deletes one by one and on
 * conditions: a refusal is told, and the list shows the newest state either way.
 */
export function DeleteConfirmed({
  entity,
  record,
  name,
  children,
}: {
  entity: Outline;
  record: Row;
  /** What the record is called in the question. */
  name: string;
  /** What follows from deleting it. */
  children: ReactNode;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
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
      return ['crud.deleted', { name }];
    });

  return (
    <>
      <RowAction icon={DeleteOutlineRounded} label={label} of={name} onClick={() => setAsking(true)} />
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
