import { useListContext } from 'ra-core';
import { lazy, Suspense } from 'react';
import type { Outline } from '#schema/outline.ts';
import type { ListMeta } from './ListPagination.tsx';

const NotAppliedAlert = lazy(() =>
  import('./NotAppliedAlert.tsx').then((m) => ({ default: m.NotAppliedAlert })),
);

/** Warns that the list does not match the request because the server ignored filters, the search or the order. */
export function NotApplied({ entity }: { entity: Outline }) {
  const { unapplied } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  return (
    unapplied && (
      <Suspense>
        <NotAppliedAlert entity={entity} unapplied={unapplied} />
      </Suspense>
    )
  );
}
