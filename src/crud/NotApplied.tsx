import { useListContext } from 'ra-core';
import { lazy, Suspense } from 'react';
import type { Outline } from '#schema/outline.ts';
import type { ListMeta } from './ListPagination.tsx';

const NotAppliedAlert = lazy(() =>
  import('./NotAppliedAlert.tsx').then((m) => ({ default: m.NotAppliedAlert })),
);

/**
 * Warns that the list does not match the request because the server ignored filters, the search or the order.
 * `isLeftOut`: records that do not match are not shown, and matching ones may be on other pages.
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
