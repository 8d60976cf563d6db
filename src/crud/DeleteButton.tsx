import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import { useRedirect, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { recordTitle } from '../core/labels.ts';
import { Button } from '../layout/Button.tsx';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import { canWrite } from './access.ts';
import { RowAction } from './RowAction.tsx';

/** Anything with an id: a record from the data provider. */
export type Row = Record<string, unknown> & { id: string | number };

interface Props {
  entity: Outline;
  record: Row;
}

const load = () => import('./Deletion.tsx').then((m) => m.Deletion);

/**
 * Returns a function that deletes the record, and what must be rendered for it. react-admin's hook for deleting is larger than a
 * list's table and costs more than a row: it is loaded before anybody can press, and only a pressed button has it. Not as
 * React's `lazy`, which would wait 300 ms with the first press.
 */
function useDeletion(of: Props, onStart?: () => void) {
  const [deletion, setDeletion] = useState<{ View: Awaited<ReturnType<typeof load>>; press: number }>();
  useOnFirstInteraction(load);
  const remove = () =>
    load().then(
      (View) => setDeletion((last) => ({ View, press: (last?.press ?? 0) + 1 })),
      // For the page's error boundary, as when any other part does not load.
      (error) =>
        setDeletion(() => {
          throw error;
        }),
    );
  const element = deletion && <deletion.View key={deletion.press} {...of} onStart={onStart} />;
  return [() => void remove(), element] as const;
}

/**
 * Deletes one record, and returns to its list; as an icon in a row (`compact`), it stays there. Hidden without permission.
 */
export function DeleteButton({ compact = false, ...of }: Props & { compact?: boolean }) {
  if (!canWrite(of.entity, 'delete')) return null;
  return compact ? <RowDelete {...of} /> : <PageDelete {...of} />;
}

function PageDelete(of: Props) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const [remove, deletion] = useDeletion(of, () => redirect('list', of.entity.name));
  return (
    <>
      <Button color="error" startIcon={<DeleteOutlineRounded />} onClick={remove}>
        {translate('crud.show.delete')}
      </Button>
      {deletion}
    </>
  );
}

function RowDelete(of: Props) {
  const translate = useTranslate();
  const [remove, deletion] = useDeletion(of);
  return (
    <>
      <RowAction
        icon={DeleteOutlineRounded}
        label={translate('crud.show.delete')}
        of={recordTitle(of.entity, of.record)}
        onClick={remove}
      />
      {deletion}
    </>
  );
}
