import { useListContext } from 'ra-core';
import { lazy, Suspense } from 'react';
import type { Outline } from '#schema/outline.ts';
import type { ListMeta } from './ListPagination.tsx';

const NotAppliedAlert = lazy(() =>
  import('./NotAppliedAlert.tsx').then((m) => ({ default: m.NotAppliedAlert })),
);

/**
 * Says that the list is not what was asked for: the server ignored filters, the search or the order. `isLeftOut`: records
 * that do not fit are not shown, and others that do may be on pages that nobody sees.
 */
export function NotApplied({ entity, isLeftOut = false }: { entity: Outline; isLeftOut?: boolean }) {
  const { unapplied } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  return (
    unapplied && (
      <Suspense>
        <NotAppliedAlert entity={entity} unapplied={unapplied} isLeftOut={isLeftOut} />
      </Suspense>
    )
  );
}
