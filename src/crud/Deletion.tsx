import { type RaRecord, useDelete, useNotify } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { Outline } from '#schema/outline.ts';
import { recordTitle } from '../core/labels.ts';
import { failureText } from './failureText.ts';
import { useLeaving } from './useLeaving.ts';

interface DeletionProps {
  entity: Outline;
  record: RaRecord;
  /** Called when it has begun. */
  onStart?(): void;
}

/** Deletes a record as soon as it is rendered; a toast offers undo before the request is sent. */
export function Deletion({ entity, record, onStart }: DeletionProps) {
  const notify = useNotify();
  const leaving = useLeaving(entity.name);
  const [remove] = useDelete(entity.name, undefined, leaving.options);
  const start = useRef(() => {
    const name = recordTitle(entity, record);
    leaving.begin([record.id]);
    remove(
      entity.name,
      { id: record.id, previousData: record },
      {
        mutationMode: 'undoable',
        onSuccess: () => notify('crud.deleted', { type: 'info', undoable: true, messageArgs: { name } }),
        onError: (error) => notify(failureText(error), { type: 'error' }),
      },
    );
    onStart?.();
  });
  useEffect(() => start.current(), []);
  return null;
}
