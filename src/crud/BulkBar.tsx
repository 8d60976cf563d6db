import { useListContext } from 'ra-core';
import { lazy, Suspense, useRef } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import type { BulkActionsProps } from './BulkActions.tsx';

const load = () => import('./BulkActions.tsx');
const BulkActions = lazy(() => load().then((m) => ({ default: m.BulkActions })));

/** What may be done with the selected rows. Its code is loaded before anybody can have selected one. */
export function BulkBar(props: BulkActionsProps) {
  const { selectedIds } = useListContext();
  // Stays mounted for what it has begun: deletions may be undone after the selection is cleared.
  const wasUsed = useRef(false);
  wasUsed.current ||= selectedIds.length > 0;
  useOnFirstInteraction(load);
  return <Suspense>{wasUsed.current && <BulkActions {...props} />}</Suspense>;
}
