import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import type { Unapplied } from './ListPagination.tsx';

/** The texts of `NotApplied`, in a file of their own because few lists ever show them. */
export function NotAppliedAlert({
  entity,
  unapplied: { filters, search, order },
  isLeftOut,
}: {
  entity: Outline;
  unapplied: Unapplied;
  isLeftOut: boolean;
}) {
  const translate = useTranslate();
  const labels = useLabels(entity);
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
