import Alert from '@mui/material/Alert';
import { useListContext, useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import type { ListMeta } from './ListPagination.tsx';

/**
 * Says that the list is not what was asked for: the server ignored filters, the search or the order. `isLeftOut`: records
 * that do not fit are not shown, and others that do may be on pages that nobody sees.
 */
export function NotApplied({ entity, isLeftOut = false }: { entity: Outline; isLeftOut?: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { unapplied } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  if (!unapplied) return null;
  const { filters, search, order } = unapplied;
  const what = [
    ...filters.map((name) => labels.field(name)),
    ...(search ? [translate('crud.list.search')] : []),
  ];
  return (
    <Alert severity="warning" variant="outlined" className="crud-not-applied">
      {what.length > 0 &&
        translate(isLeftOut ? 'crud.list.leftOut' : 'crud.list.notFiltered', { what: what.join(', ') })}{' '}
      {order && translate('crud.list.notSorted')}
    </Alert>
  );
}
